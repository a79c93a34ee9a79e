// Three rounds with an arrival point, two arrivals. What x is in each round: the ISR starts in none of them, in one, or in two different ones.
// arrivals: 2
// outcomes: 0; 1; 11; 12; 111; 112; 122
#include <preempt.h>

int x, out0;

void tick(void) { x++; }

int main(void) {
    int seen = 0;
    for (int i = 0; i < 3; i++) {
        preempt_arrive(tick);
        seen = seen * 10 + x;
    }
    out0 = seen;
}
