// A local variable whose address the interrupt gets.
// SHARED: main.done, waiter
// NOT-SHARED: main.count
static volatile int *volatile waiter;

void isr_1(void) {
    if (waiter) *waiter = 1;
}

static void bump(int *p) { (*p)++; }

int main(void) {
    volatile int done = 0;
    int count = 0;
    bump(&count);
    waiter = &done;
    while (!done) bump(&count);
    waiter = 0;
    return count;
}
