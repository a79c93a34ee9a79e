// The byte that comes in may be the one that was there; another one shows the harm.
#define DATA (*(volatile unsigned char *)0x4000)
#define PORT (*(volatile unsigned char *)0x4001)
unsigned char byte;
int main(void) {
  PORT = byte + byte;
}
void isr_1(void) { byte = DATA; }

// harmful: RWR byte 6 8 6
// because: *(0x4001) is set to 0xff; with the preemption before line 6 it is set to 0xfe, after line 6 it is set to 0x00
