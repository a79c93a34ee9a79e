// A main loop that only computes for itself, for ever, has nothing left to do either: the executions of endless-loop.c, 3.
// executions: 3
// finals: x=1; x=5
int x;
static unsigned counter;

void isr_1(void) { x = 5; }

int main(void) {
    x = 1;
    for (;;) {
        counter++;
        if (counter % 3 == 0) counter += 7;
    }
}
