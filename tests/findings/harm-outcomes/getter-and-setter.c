// What is written depends on what was read, though neither function knows of the other.
int count;
static int get(void) { return count; }
static void set(int value) { count = value; }
int main(void) { set(get() + 1); }
void isr_1(void) { count = count + 1; }

// harmful: RWW count 3 6 4
// because: count ends as 1; with the preemption before line 3 or after line 4 it ends as 2
