// The unit is an ISR itself.
int x; // RWW x harmful
void isr_1(void) { x++; }
void isr_2(void) { x += 10; }
int main(void) { return 0; }
