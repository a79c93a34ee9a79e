// The difference shows long after both accesses, in the same unit.
#define PORT (*(volatile unsigned char *)0x4000)
int x, i;
volatile int tick;
int main(void) {
  int old = x;
  int now = x;
  for (i = 0; i < 40; i++)
    tick = i;
  PORT = (unsigned char)(old + 2 * now);
}
void isr_1(void) {
  tick = 0;
  x = 1;
}

// harmful: RWR x 6 14 7
// because: *(0x4000) is set to 0x02; with the preemption before line 6 it is set to 0x03, after line 7 it is set to 0x00
