// Only what the port shows tells.
unsigned char level; // RWR level harmful
void isr_1(void) { level = 7; }
int main(void) {
  volatile unsigned char *port = (volatile unsigned char *)0x40;
  *port = level;
  *port = level;
}
