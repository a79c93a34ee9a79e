/* The handler has its buffer from the start on, and main only looks. */
static unsigned char space;
static volatile unsigned char *const buffer = &space;
static volatile unsigned char count;

void isr_1(void) {
    *buffer = 1;
    count++;
}

int main(void) {
    return count;
}
