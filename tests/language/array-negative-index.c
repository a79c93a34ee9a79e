// An index below the pointer, inside the object.
static int history[8];
static int *now = &history[4];

void isr_1(void) { now[-2] = 11; }

int main(void) {
    now[3] = 5;
    return now[-2] + *(now - 1) + 2 [now];
}
