// Two halves of a frame that belong to different values.
#define LOW (*(volatile unsigned char *)0x4000)
#define HIGH (*(volatile unsigned char *)0x4001)
int sample;
int main(void) {
  LOW = (unsigned char)sample;
  HIGH = (unsigned char)(sample >> 8);
}
void isr_1(void) { sample = 0x1234; }

// harmful: RWR sample 6 9 7
// because: *(0x4000) is set to 0x00, but with the preemption before line 6 it is set to 0x34; *(0x4001) is set to 0x12, but with the preemption after line 7 it is set to 0x00
