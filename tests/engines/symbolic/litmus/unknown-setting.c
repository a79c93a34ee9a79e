// A setting that is defined elsewhere is arbitrary, but the same for main and the ISR: both take the same branch.
// outcomes: 0 0; 0 1; 1 1
// isr: tick:1:1
// interrupts: on
extern const unsigned char setting;
int x;
int out0, out1;

void tick(void) {
    if (setting & 1) x = 1;
}

int main(void) {
    out0 = x;
    out1 = setting & 1;
}
