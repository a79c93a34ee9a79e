// The main loop takes what the ISR left and clears the flag; what comes in between is seen the next time.
#define PORT (*(volatile unsigned char *)0x4000)
volatile unsigned char flag;
int main(void) {
  for (;;) {
    if (flag)
      PORT = 1;
    if (flag == 2)
      PORT = 1;
  }
}
void isr_1(void) { flag = 1; }

// not-shown-harmful: RWR flag 6 12 8
