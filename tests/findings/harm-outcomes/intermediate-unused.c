// The ISR sees the intermediate value and does with it what it does with the last one.
int mode, active;
int main(void) {
  mode = 1;
  mode = 2;
}
void isr_1(void) {
  if (mode > 0)
    active = 1;
  else
    active = 1;
}

// not-shown-harmful: WRW mode 4 8 5
