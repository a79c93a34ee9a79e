// Different indices of one array: some pairs conflict, some never do.
static volatile int slots[4];
static volatile unsigned chosen;

void isr_1(void) { slots[1] = 5; }
void isr_2(void) { slots[chosen & 3] = 6; }

int main(void) {
    slots[0] = 1;
    slots[2] = slots[3];
    chosen = 2;
    return slots[1];
}
