// C11 _Atomic: compound assignment is one indivisible step.
static _Atomic int counter;
static _Atomic unsigned char flags;

void isr_1(void) {
    counter++;
    flags |= 4;
}

int main(void) {
    counter += 5;
    int seen = counter;
    flags = 0;
    return seen - counter;
}
