// Without the ISR main never comes to the second access: the ISR comes when main is done.
int x, stop;
int main(void) {
  int old = x;
  if (stop) {
    int now = x;
  }
  return old;
}
void isr_1(void) {
  x = 1;
  stop = 1;
}

// not-shown-harmful: RWR x 4 11 6
