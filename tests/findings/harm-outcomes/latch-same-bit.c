// Both mean the same bit: whoever comes last decides, in any order.
#define CONTROL (*(volatile unsigned char *)0x4000)
int main(void) {
  CONTROL |= 1;
}
void isr_1(void) { CONTROL &= ~1; }

// not-shown-harmful: RWW *(0x4000) 4 6 4
