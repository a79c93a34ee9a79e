// The ISR writes what is there already.
volatile int flag = 1;
int seen;
int main(void) {
  while (!flag)
    ;
  if (flag)
    seen = 1;
}
void isr_1(void) { flag = 1; }

// not-shown-harmful: RWR flag 5 10 7
