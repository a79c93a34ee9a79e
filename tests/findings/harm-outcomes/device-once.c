// Only the second value leaves the unit.
#define PORT (*(volatile unsigned char *)0x4000)
int sample;
int main(void) {
  int unused = sample;
  PORT = (unsigned char)sample;
}
void isr_1(void) { sample = 0x12; }

// not-shown-harmful: RWR sample 5 8 6
