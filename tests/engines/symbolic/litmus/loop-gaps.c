// Three rounds of x = x + 1 from 1, and an ISR that multiplies by 10: before a round's read 13, 22, 31, after the last 40; between read and
// write it is lost, or it comes after main's read or never: 4.
// outcomes: 4; 13; 22; 31; 40
int x = 1, out0;

void isr_1(void) { x = x * 10; }

int main(void) {
    for (int i = 0; i < 3; i++) x = x + 1;
    out0 = x;
}
