// The urgent isr_2 comes twice; isr_1 reads x twice. out0 tells whether isr_1 ran and how x changed between its reads: 10 + 0, 1 or 2.
// After all of them main's frame is still there; out1 is x when main read it: 0, 1 or 2.
//   isr_1 never: out1 = 0, 1, 2. isr_1 before main's read: with both inside 12 2; with one inside 11 1 or 11 2;
//   with none inside 10 0, 10 1, 10 2. isr_1 after main's read: what is inside was not seen by main, so 10 0, 10 1, 10 2, 11 0, 11 1, 12 0.
// arrivals: 2
// outcomes: 0 0; 0 1; 0 2; 10 0; 10 1; 10 2; 11 0; 11 1; 11 2; 12 0; 12 2
// isr: reader:1:1
// isr: counter:2:2
int x, y, out0, out1;

void reader(void) {
    if (y) return;
    y = 1;
    int before = x;
    int after = x;
    out0 = 10 + after - before;
}
void counter(void) { x++; }

int main(void) { out1 = x; }
