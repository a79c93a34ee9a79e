// The ISR takes a pointer away that main tests and uses: with a copy of it, both agree.
// outcomes: 0 0; 1 7
// isr: detach:1:1
// interrupts: on
int value = 7;
int *volatile target = &value;
int out0, out1;

void detach(void) { target = 0; }

int main(void) {
    int *own = target;
    out0 = own != 0;
    if (own) out1 = *own;
}
