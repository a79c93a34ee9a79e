// Own flags per interrupt, nested sections, all at once.
void enable_isr(int irq);
void disable_isr(int irq);

static int queue[4], length;

static void push(int value) {
    if (length < 4) queue[length++] = value;
}

void isr_1(void) { push(1); }
void isr_2(void) { push(2); }

int main(void) {
    disable_isr(-1);
    push(0);
    enable_isr(1);
    enable_isr(2);
    disable_isr(2);
    int seen = length;
    enable_isr(2);
    return seen + queue[0];
}
