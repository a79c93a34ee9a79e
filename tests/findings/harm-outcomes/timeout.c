// Waiting with a limit that is not reached: how often the loop goes round is no outcome.
volatile int done;
int result;
int main(void) {
  int left = 1000;
  while (!done && --left)
    ;
  result = 1;
}
void isr_1(void) { done = 1; }

// not-shown-harmful: RWR done 6 10 6
