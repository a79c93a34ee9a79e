// The second read is made only if the first one said so.
int count = 1, taken;
static int is_there(void) { return count; }
static void take(void) { taken = 10 + count; }
int main(void) {
  if (is_there()) take();
}
void isr_1(void) { count = 0; }

// harmful: RWR count 3 8 4
// because: taken ends as 10; with the preemption before line 3 it ends as 0, after line 4 it ends as 11
