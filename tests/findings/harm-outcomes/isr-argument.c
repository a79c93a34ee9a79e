// The ISR tells somebody else about the intermediate value.
int mode;
void log_mode(int mode);
int main(void) {
  mode = 1;
  mode = 2;
}
void isr_1(void) { log_mode(mode); }

// harmful: WRW mode 5 8 6
// because: log_mode is called with (1); with the preemption before line 5 it is called with (0), after line 6 it is called with (2)
