// Who reads a status register twice may see two things, but nobody writes it back: what it held is the device's.
#define STATUS (*(volatile unsigned char *)0x4000)
#define DATA (*(volatile unsigned char *)0x4001)
int main(void) {
  if (STATUS & 1)
    if (STATUS & 2) DATA = 1;
}
void isr_1(void) { STATUS = 0; }

// not-shown-harmful: RWR *(0x4000) 5 8 6
