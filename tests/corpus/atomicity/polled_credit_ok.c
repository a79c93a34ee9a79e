/* A simulator that takes interrupts only where it polls for them: a harness says so with preempt_arrive. Sending a frame takes a credit before
   the wait for the line polls: nothing comes between the read and the write. */
#include <preempt.h>

static volatile unsigned char credit = 2;
static volatile unsigned char line;

static void on_acknowledge(void) { credit++; }

static void on_line_free(void) { line = 0; }

static void wait_for_line(void) {
    preempt_arrive(on_line_free);
    preempt_arrive(on_acknowledge);
    line = 1;
}

int main(void) {
    unsigned char left = credit;

    if (left > 0) {
        credit = left - 1;
        wait_for_line();
    }
    preempt_arrive(on_line_free);
    return 0;
}
