// Writing a bit-field is a read and a write of its whole byte: the ISR's bit in between is lost (1 0 1), otherwise kept.
// out2 tells whether the ISR ran. Not yet: 1 0 0.
// interrupts: on
// outcomes: 1 0 0; 1 1 1; 1 0 1
void disable_isr(int irq);

struct {
    unsigned char mine : 1;
    unsigned char yours : 1;
} x;
int ran, out0, out1, out2;

void isr_1(void) {
    x.yours = 1;
    ran = 1;
}

int main(void) {
    x.mine = 1;
    disable_isr(1);
    out0 = x.mine;
    out1 = x.yours;
    out2 = ran;
}
