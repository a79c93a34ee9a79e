// The ISR writes what is there already: no order gives anything else.
int mode; // RWR mode not-shown-harmful
int a, b;
void isr_1(void) { mode = 0; }
int main(void) {
  a = mode;
  b = mode;
}
