// A more urgent ISR preempts an ISR that counts.
// isr: low:1:1
// isr: high:2:2
int n;
int main(void) {}
void low(void) { n++; }
void high(void) { n += 10; }

// harmful: RWW n 6 7 6
// because: n ends as 1; with the preemption before or after line 6 it ends as 11
