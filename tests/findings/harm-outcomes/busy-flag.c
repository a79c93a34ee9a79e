// The flag is set and cleared by calls: the write that clears it depends on what the other one wrote.
int busy, seen;
static void set(int value) { busy = value; }
int main(void) {
  set(1);
  set(0);
}
void isr_1(void) { seen = busy; }

// not-shown-harmful: WRW busy 3 8 3
