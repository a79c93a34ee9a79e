// The interrupt fills one half while main works on the other.
static int halves[2][4];
static volatile int filling;
static volatile int complete = -1;

void DMA1_IRQHandler(void) {
    for (int i = 0; i < 4; i++) halves[filling][i] = i + 1;
    complete = filling;
    filling = 1 - filling;
}

int main(void) {
    int half = complete, sum = 0;
    if (half >= 0) {
        for (int i = 0; i < 4; i++) sum += halves[half][i];
        complete = -1;
    }
    return sum;
}
