int y, z = 0;
void main () {
  int p, m = -1, n = -1;
  if (m + n > y)
    p = y;
}
void isr_1 () {
  y = -3;
  z = 1;
}
void isr_2 () {
  if (z > 0) {
    y = 11;
    z = 0;
  }
}
