// Harm depends on what the device says: another execution shows it.
int x; // RWW x harmful
void isr_1(void) {
  volatile unsigned char *port = (volatile unsigned char *)0x40;
  x = *port > 100 ? 50 : x;
}
int main(void) { x = x + 1; }
