// Each handler sees the level that was written last when it looks. out0 = 2 needs isr_2 inside isr_1 and no isr_3 after its write, so
// isr_2 saw itself. out0 = 3: isr_3 inside isr_1; isr_2 never, elsewhere (2), or between the two, around isr_3 (3).
// out0 = 0 or 1: isr_2 never, alone (2) or around isr_3 (3).
// outcomes: 0 0; 0 2; 0 3; 1 0; 1 2; 1 3; 2 2; 3 0; 3 2; 3 3
int level, out0, out1;

void isr_1(void) {
    level = 1;
    out0 = level;
}
void isr_2(void) {
    level = 2;
    out1 = level;
}
void isr_3(void) { level = 3; }

int main(void) {}
