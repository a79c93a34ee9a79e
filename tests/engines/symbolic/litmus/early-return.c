// The ISR returns early while main works (x = 1), else it notes what it saw. Before: 1 (saw 0), while: 0, after: 3 (saw 2), never: 0.
// out1: main's last read sees the early return. Before or after main's read, or never: 0.
// outcomes: 0 0; 1 0; 0 1; 3 0
int x, skipped, out0, out1;

void isr_1(void) {
    int seen = x;
    if (seen == 1) {
        skipped = 1;
        return;
    }
    out0 = seen + 1;
}

int main(void) {
    x = 1;
    x = 2;
    out1 = skipped;
}
