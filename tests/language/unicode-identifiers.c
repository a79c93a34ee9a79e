// Names beyond ASCII.
static volatile int größe;
static int π = 3;

void isr_1(void) { größe++; }

int main(void) { return größe * π; }
