// A __monitor function restores the mask that it found, on each of its ways out: what another one calls leaves it closed.
// Open are only the gap before outer closes the mask and the one after it restores it; with "never" 3 executions.
// isr: tick:1:1
// executions: 3
// finals: a=3 seen=9; a=3 seen=0; a=3 seen=3
int a, seen = 9;

void tick(void) { seen = a; }

__monitor static int inner(int value) {
    if (value == 0) return a;
    a = value;
    return a;
}

__monitor void outer(void) {
    a = 1;
    a = inner(0) + inner(2);
}

int main(void) {
    outer();
    return 0;
}
