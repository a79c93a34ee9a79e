/* three_handlers.c, by hand: a process for each context, one atomic step for each access, what is dead is 0. */
byte a, b, c, d;
bool on1, on2, on3;
byte n1, n2, n3;
#define MAIN (!on1 && !on2 && !on3)
#define ISR1 (!on2 && !on3)
#define ISR2 (!on3)

active proctype isr_1() {
  byte t;
  do
  :: atomic { !on1 && ISR1 && n1 < 2 -> on1 = 1; n1++ };
     d_step { ISR1 -> t = a + 1 };
     d_step { ISR1 -> a = t; t = 0 };
     d_step { ISR1 -> t = b + 1 };
     d_step { ISR1 -> b = t; t = 0 };
     d_step { ISR1 -> t = a };
     d_step { ISR1 -> c = t; t = 0; on1 = 0 };
  od
}

active proctype isr_2() {
  byte t;
  do
  :: atomic { !on2 && ISR2 && n2 < 2 -> on2 = 1; n2++ };
     d_step { ISR2 -> t = c };
     d_step { ISR2 -> b = t; t = 0 };
     d_step { ISR2 -> t = c + 1 };
     d_step { ISR2 -> c = t; t = 0 };
     d_step { ISR2 -> t = d + 1 };
     d_step { ISR2 -> d = t; t = 0; on2 = 0 };
  od
}

active proctype isr_3() {
  byte t;
  do
  :: atomic { !on3 && n3 < 2 -> on3 = 1; n3++ };
     d_step { t = a };
     d_step { d = t; t = 0 };
     d_step { t = a + 1 };
     d_step { a = t; t = 0 };
     d_step { t = d };
     d_step { b = t; t = 0; on3 = 0 };
  od
}

active proctype main() {
  byte i, t;
  do
  :: atomic { MAIN && i < 3 -> t = a + 1 };
     d_step { MAIN -> a = t; t = 0 };
     d_step { MAIN -> t = a };
     d_step { MAIN -> t = (t + b) & 15 };
     d_step { MAIN -> b = t; t = 0 };
     d_step { MAIN -> t = b };
     d_step { MAIN -> c = t; t = 0 };
     d_step { MAIN -> t = d + 1 };
     d_step { MAIN -> d = t; t = 0; i++ }
  :: atomic { MAIN && i == 3 -> t = a; i = 0 };
     break
  od;
  atomic { MAIN -> t = t ^ b };
  d_step { MAIN -> t = t ^ c };
  d_step { MAIN -> t = t ^ d; assert(t != 255); t = 0 };
  false
}
