// An access whose alignment is not known to be its width happens in bytes, ascending or descending; the ISR reads the last one.
// ISR before the first piece or after the last: 2 · 2 orders; after 1, 2 or 3 pieces: 3 · 2; never: 2. 12.
// executions: 12
// finals: seen=0; seen=1
struct __attribute__((packed)) {
    char c;
    int v;
} s;
char seen;

void isr_1(void) { seen = ((char *)&s.v)[3]; }

int main(void) { s.v = 0x01020304; }
