// How often a loop looks before the flag is set is no outcome.
volatile int done;
int result;
int main(void) {
  while (!done)
    ;
  result = 1;
}
void isr_1(void) { done = 1; }

// not-shown-harmful: RWR done 5 9 5
