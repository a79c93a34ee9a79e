/* A simulator that takes interrupts only where it polls for them: a harness says so with preempt_arrive. Sending a frame takes a credit, and the
   wait for the line polls in the middle: a credit that comes back there is lost. */
// expect a: atomicity RWW credit harmful
#include <preempt.h>

static volatile unsigned char credit = 2;
static volatile unsigned char line;

static void on_acknowledge(void) { credit++; } // a.2

static void on_line_free(void) { line = 0; }

static void wait_for_line(void) {
    preempt_arrive(on_line_free);
    preempt_arrive(on_acknowledge);
    line = 1;
}

int main(void) {
    unsigned char left = credit; // a.1

    if (left > 0) {
        wait_for_line();
        credit = left - 1; // a.3
    }
    preempt_arrive(on_line_free);
    return 0;
}
