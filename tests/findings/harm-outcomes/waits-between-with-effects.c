// How often the watchdog is kicked while main waits is no outcome either where main waits between two accesses.
#define KICK (*(volatile unsigned char *)0x4000)
volatile int done;
int x, seen;
int main(void) {
  seen = x & 0;
  while (!done) KICK = 1;
  x = 2;
}
void isr_1(void) {
  x = 1;
  done = 1;
}

// not-shown-harmful: RWW x 6 11 8
// not-shown-harmful: RWR done 7 12 7
