// The ISR counts its arrivals in a field that nobody else accesses, next to one that main reads: the second arrival sees what the first one left.
// outcomes: 0; 1; 3
// isr: tick:1:1
// interrupts: on
// arrivals: 2
struct {
    int seen;
    int count;
} s;
int out0;

void tick(void) {
    s.count++;
    s.seen += s.count;
}

int main(void) { out0 = s.seen; }
