// What the first read decides is over before the second one is made.
int count = 1, seen, taken;
static int is_there(void) { return count; }
static void take(void) { taken = 10 + count; }
int main(void) {
  if (is_there()) seen = 1;
  take();
}
void isr_1(void) { count = 0; }

// not-shown-harmful: RWR count 3 9 4
