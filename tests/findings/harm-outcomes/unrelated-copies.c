// Two functions that look at one variable and have nothing else to do with each other.
int level, shown, logged;
static void show(void) { shown = level; }
static void log_it(void) { logged = level; }
int main(void) {
  show();
  log_it();
}
void isr_1(void) { level = 9; }

// not-shown-harmful: RWR level 3 9 4
