// Locals that never leave their function are no one else's business.
static volatile int shared;

void isr_1(void) {
    int a = 3, b = a * 2;
    shared = b;
}

int main(void) {
    int a = 1, b[3] = {1, 2, 3}, *p = &b[1];
    for (int i = 0; i < 3; i++) a += b[i] + *p;
    shared = a;
    return shared - a;
}
