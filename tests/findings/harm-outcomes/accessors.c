// Each call returns what was there: that the two differ leads to nothing.
int value = 1;
static int get(void) { return value; }
int main(void) {
  get();
  get();
}
void isr_1(void) { value = 5; }

// not-shown-harmful: RWR value 3 8 3
