// The access in between is by an ISR that preempted the ISR: the whole preemption moves, and its nesting with it.
int x; // RWW x harmful
int go;
void isr_1(void) { go = 1; }
void isr_2(void) { if (go) x = 9; }
int main(void) { x = x + 1; }
