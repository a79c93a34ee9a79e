// The flag is cleared after it was looked at: main waits for an event that has come already.
volatile int event;
int main(void) {
  if (!event)
    event = 0;
  while (!event)
    ;
}
void isr_1(void) { event = 1; }

// harmful: RWW event 4 9 5
// because: main waits for ever; with the preemption before line 4 or after line 5 it goes on
// not-shown-harmful: WWR event 5 9 6
// not-shown-harmful: RWR event 6 9 6
