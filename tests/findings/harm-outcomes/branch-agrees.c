// The second read sees another value, but takes the way that it takes with the ISR after it.
int level;
int main(void) {
  int p = 0;
  if (level < 5)
    p = 1;
  if (level > 50)
    p = 2;
}
void isr_1(void) { level = 9; }

// not-shown-harmful: RWR level 5 10 7
