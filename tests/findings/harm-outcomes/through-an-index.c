// The address of the write depends on what was read, two calls deep and through memory.
int head, slot, ring[4];
static int next(void) { return head; }
static void pick(void) { slot = next(); }
static void put(int value) { head = slot + value; }
int main(void) {
  pick();
  put(1);
}
void isr_1(void) { head = head + 1; }

// harmful: RWW head 3 10 5
// because: head ends as 1; with the preemption before line 3 or after line 5 it ends as 2
