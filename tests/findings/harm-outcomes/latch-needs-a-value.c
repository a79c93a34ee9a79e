// The update is made at one value alone: that is what the register held.
#define MODE (*(volatile unsigned char *)0x4000)
int main(void) {
  unsigned char mode = MODE;
  if (mode == 0x12) MODE = mode | 1;
}
void isr_1(void) { MODE |= 0x40; }

// harmful: RWW *(0x4000) 4 7 5
// because: with *(0x4000) at 0x12, *(0x4000) ends as 0x13; with the preemption before line 4 it ends as 0x52, after line 5 it ends as 0x53
