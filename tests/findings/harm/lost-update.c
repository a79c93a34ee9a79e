// Both add one, one is lost: harmful.
int x; // RWW x harmful
void isr_1(void) { x++; }
int main(void) { x++; }
