// Whether the old value matters depends on what main reads from its device: only if it is 7.
#define DATA (*(volatile unsigned char *)0x4000)
#define PORT (*(volatile unsigned char *)0x4001)
int x;
int main(void) {
  unsigned char command = DATA;
  if (command == 7)
    command = 1;
  else
    command = 0;
  int old = x;
  int now = x;
  if (command)
    PORT = (unsigned char)(old + 2 * now);
}
void isr_1(void) { x = 1; }

// harmful: RWR x 11 16 12
// because: *(0x4001) is set to 0x02; with the preemption before line 11 it is set to 0x03, after line 12 it is set to 0x00
