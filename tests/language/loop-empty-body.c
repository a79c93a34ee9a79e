// Busy waiting with an empty body.
static volatile int ready;
static int result;

void isr_1(void) {
    result = 4;
    ready = 1;
}

int main(void) {
    for (int i = 0; i < 3 && !ready; i++)
        ;
    while (0)
        ;
    return ready ? result : 0;
}
