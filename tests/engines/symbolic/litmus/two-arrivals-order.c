// Two ISRs of one priority, each up to twice, in one gap: every word of at most two a (add) and two t (twice), from 1:
//   - 1, a 2, t 2, aa 3, tt 4, at 4, ta 3, aat 6, ata 5, taa 4, att 8, tat 6, tta 5,
//   aatt 12, atat 10, atta 9, taat 8, tata 7, ttaa 6.
// isr: add:1:1
// isr: twice:2:1
// arrivals: 2
// outcomes: 1; 2; 3; 4; 5; 6; 7; 8; 9; 10; 12
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
