// How often the watchdog is kicked while main waits is no outcome, nor is the count of the rounds.
#define KICK (*(volatile unsigned char *)0x4000)
volatile int done;
unsigned char rounds;
int out;
int main(void) {
  while (!done) {
    KICK = 1;
    rounds++;
  }
  out = 1;
}
void isr_1(void) { done = 1; }

// not-shown-harmful: RWR done 7 13 7
