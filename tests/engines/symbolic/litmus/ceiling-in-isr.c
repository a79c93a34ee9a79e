// low raises the ceiling around its first increment and not around the second. high (adds 10) is lost inside the second only.
// high never 2, before, between or after 12 (or 2 when main's read came before), inside the second 2; low never: 0 or 10.
// platform: cortex-m
// isr: low:0:8
// isr: high:1:9
// outcomes: 0 0; 10 1; 2 0; 12 1; 2 1
void __set_BASEPRI(unsigned value);
void __disable_irq(void);

int x, high_ran, out0, out1;

void low(void) {
    __set_BASEPRI(0x70);
    x++;
    __set_BASEPRI(0);
    x++;
}
void high(void) {
    x = x + 10;
    high_ran = 1;
}

int main(void) {
    __disable_irq();
    out0 = x;
    out1 = high_ran;
}
