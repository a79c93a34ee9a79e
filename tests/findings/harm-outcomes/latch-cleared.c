// Only where the bit was set can it be seen that clearing it is lost.
#define CONTROL (*(volatile unsigned char *)0x4000)
int main(void) {
  CONTROL |= 1;
}
void isr_1(void) { CONTROL &= ~2; }

// harmful: RWW *(0x4000) 4 6 4
// because: with *(0x4000) at 0xfe, *(0x4000) ends as 0xff; with the preemption before or after line 4 it ends as 0xfd
