// A function of somewhere else hears of two values of which one has never been the last.
int speed;
void set_motor(int side, int value);
int main(void) {
  set_motor(0, speed);
  set_motor(1, speed);
}
void isr_1(void) { speed = 4; }

// harmful: RWR speed 5 8 6
// because: set_motor is called with (0, 0), but with the preemption before line 5 it is called with (0, 4); set_motor is called with (1, 4), but with the preemption after line 6 it is called with (1, 0)
