// The function loses an update, whatever its caller does to the variable then.
// unit: function
int x;
static void count(void) {
  x++;
}
int main(void) {
  count();
  x = 7;
}
void isr_1(void) { x++; }

// harmful: RWW x 5 11 5
// because: x ends as 1; with the preemption before or after line 5 it ends as 2
