// Main waits for the ISR between both reads: there is no execution with the ISR after the second one.
volatile int count, done;
int main(void) {
  int before = count;
  while (!done)
    ;
  return count - before;
}
void isr_1(void) {
  count++;
  done = 1;
}

// not-shown-harmful: RWR count 4 10 7
// not-shown-harmful: RWR done 5 11 5
