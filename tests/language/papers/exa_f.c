int y, z = 0;
void main () {
  int p, m = 1, n = 1;
  if (m + n > y)
    z = m;
}
void isr_2 () {
  y = -3;
  z = -1;
}
void isr_1 () {
  if (z > 0) {
    y = 11;
    z = 0;
  }
}
