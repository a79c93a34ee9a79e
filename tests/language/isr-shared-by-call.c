// A function that main and the ISR both call, with static state.
static unsigned seed = 1;

static unsigned next_random(void) {
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) & 0x7FFF;
}

void isr_1(void) { next_random(); }

int main(void) {
    unsigned a = next_random(), b = next_random();
    return a == b;
}
