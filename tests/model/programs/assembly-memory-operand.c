// Memory operands of inline assembly are accesses, whatever the assembly does.
// SHARED: ticks
// NOT-SHARED: none
static int ticks;

void isr_1(void) { __asm__ volatile("incl %0" : "+m"(ticks)); }

int main(void) {
    return ticks; // WRITTEN-BY: isr_1
}
