// Each iteration is a unit of its own; the difference shows within one.
#define PORT (*(volatile unsigned char *)0x4000)
volatile unsigned char count = 1;
int main(void) {
  for (;;) {
    if (count > 0) {
      count = count - 1;
      PORT = 1;
    }
  }
}
void isr_1(void) { count++; }

// harmful: RWW count 7 12 7
// because: count ends as 0; with the preemption before or after line 7 it ends as 1
// not-shown-harmful: RWR count 6 12 7
