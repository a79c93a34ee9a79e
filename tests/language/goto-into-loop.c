// goto into the middle of a loop body.
static int steps;

void isr_1(void) { steps++; }

int main(void) {
    int i = 0;
    goto middle;
    while (i < 3) {
        steps += 2;
    middle:
        i++;
    }
    return steps;
}
