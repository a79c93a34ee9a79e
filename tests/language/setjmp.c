// A jump back out of nested calls.
#include <setjmp.h>

static jmp_buf recovery;
static volatile int attempts;

static void risky(int depth) {
    if (depth == 0) longjmp(recovery, 1);
    risky(depth - 1);
}

void isr_1(void) { attempts++; }

int main(void) {
    if (setjmp(recovery) == 0) {
        attempts = 1;
        risky(2);
    }
    return attempts;
}
