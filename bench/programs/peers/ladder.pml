/* ladder.c, by hand. */
byte rung[4];
bool on1, on2, on3;
#define MAIN (!on1 && !on2 && !on3)
#define ISR1 (!on2 && !on3)
#define ISR2 (!on3)

active proctype isr_1() {
  byte t;
  do
  :: atomic { !on1 && ISR1 -> on1 = 1 };
     d_step { ISR1 -> t = rung[0] };
     d_step { ISR1 -> t = (t + rung[1] + 1) & 7 };
     d_step { ISR1 -> rung[1] = t; t = 0; on1 = 0 };
  od
}

active proctype isr_2() {
  byte t;
  do
  :: atomic { !on2 && ISR2 -> on2 = 1 };
     d_step { ISR2 -> t = rung[1] };
     d_step { ISR2 -> t = (t + rung[2] + 1) & 7 };
     d_step { ISR2 -> rung[2] = t; t = 0; on2 = 0 };
  od
}

active proctype isr_3() {
  byte t;
  do
  :: atomic { !on3 -> on3 = 1 };
     d_step { t = rung[2] };
     d_step { t = (t + rung[3] + 1) & 7 };
     d_step { rung[3] = t; t = 0; on3 = 0 };
  od
}

active proctype main() {
  byte t;
  do
  :: atomic { MAIN -> t = rung[3] };
     d_step { MAIN -> assert(t < 8); t = (rung[0] + t) & 7 };
     d_step { MAIN -> rung[0] = t; t = 0 };
  od
}
