int y, z = 0; void enable_isr(int), disable_isr(int);
void main () {
  disable_isr(2);
  int p, m = 1, n = 1;
  if (m + n > y)
    p = m;
  if (m + n < y)
    p = n;
}
void isr_1 () {
  y = 0;
  z = 1;
  enable_isr(2);
}
void isr_2 () {
  if (z > 0) {
    y = 11;
    z = 0;
  }
}
