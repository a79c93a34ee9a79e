// The ISR sees a value that was never meant to be seen, and sends it.
#define PORT (*(volatile unsigned char *)0x4000)
int mode;
int main(void) {
  mode = 1;
  mode = 2;
}
void isr_1(void) { PORT = (unsigned char)mode; }

// harmful: WRW mode 5 8 6
// because: *(0x4000) is set to 0x01; with the preemption before line 5 it is set to 0x00, after line 6 it is set to 0x02
