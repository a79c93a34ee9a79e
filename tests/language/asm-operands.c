// Inline assembly with outputs, inputs and tied operands, on any target.
static int value = 3;

void isr_1(void) { value = 8; }

int main(void) {
    int in = value, out;
    __asm__("" : "=r"(out) : "0"(in));
    __asm__ volatile("" : "+r"(out) : "r"(in) : "memory");
    value = out;
    return value;
}
