// A __monitor function closes the mask on entry and restores it: the handler sees all of its writes or none.
// Steps: close, W, W, restore. Open are the gap before close and the one after restore; with "never" 3 executions.
// isr: tick:1:1
// executions: 3
// finals: a=2 seen=9; a=2 seen=0; a=2 seen=2
int a, seen = 9;

void tick(void) { seen = a; }

__monitor void both(void) {
    a = 1;
    a = 2;
}

int main(void) {
    both();
    return 0;
}
