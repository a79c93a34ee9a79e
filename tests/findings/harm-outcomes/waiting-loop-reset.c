// Reset and wait: without the ISR in between, the loop goes round once more, or for ever.
volatile int ready;
int main(void) {
  ready = 0;
  while (!ready)
    ;
}
void isr_1(void) { ready = 1; }

// not-shown-harmful: WWR ready 4 8 5
// not-shown-harmful: RWR ready 5 8 5
