// Main and the ISR read one device: what each of them read stays its own when the ISR comes earlier or later.
// interrupts: off
#define DATA (*(volatile unsigned char *)0x4000)
#define PORT (*(volatile unsigned char *)0x4001)
void disable_isr(int), enable_isr(int);
unsigned char last;
int main(void) {
  unsigned char mine = last;
  PORT = DATA == 1;
  enable_isr(1);
  disable_isr(1);
  PORT = DATA == 2;
  mine = last;
}
void isr_1(void) {
  if (DATA == 3)
    last = 3;
}

// not-shown-harmful: RWR last 8 17 13
