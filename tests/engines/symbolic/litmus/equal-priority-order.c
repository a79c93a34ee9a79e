// Two ISRs of one priority that do not commute may start at one moment, in either order: none 1, add 2, twice 2,
// add then twice 4, twice then add 3.
// isr: add:1:1
// isr: twice:2:1
// outcomes: 1; 2; 3; 4
void enable_isr(int irq);
void disable_isr(int irq);

int x = 1, out0;

void add(void) { x = x + 1; }
void twice(void) { x = x * 2; }

int main(void) {
    enable_isr(-1);
    disable_isr(-1);
    out0 = x;
}
