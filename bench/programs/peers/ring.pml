/* ring.c, by hand: what is computed from a value is computed where it is read, what is dead is 0. */
byte ring[8];
byte head, tail, level;
bool on1, on2;
#define MAIN (!on1 && !on2)
#define ISR1 (!on2)

active proctype isr_1() {
  byte h, next;
  do
  :: atomic { !on1 && ISR1 -> on1 = 1 };
     d_step { ISR1 -> h = head };
     if
     :: atomic { ISR1 && ((h + 1) & 7) == tail -> h = 0; on1 = 0 }
     :: atomic { ISR1 && ((h + 1) & 7) != tail -> skip };
        d_step { ISR1 -> ring[h] = next; next = (next + 3) & 31; h = (h + 1) & 7 };
        d_step { ISR1 -> head = h; h = 0; on1 = 0 }
     fi
  od
}

active proctype isr_2() {
  byte h;
  do
  :: atomic { !on2 -> on2 = 1 };
     d_step { h = head };
     d_step { h = (h - tail) & 7 };
     d_step { level = h; h = 0; on2 = 0 }
  od
}

active proctype main() {
  byte h, t, b, sum;
  do
  :: atomic { MAIN -> h = head };
     if
     :: atomic { MAIN && h == tail -> h = 0 }
     :: atomic { MAIN && h != tail -> t = tail; h = 0 };
        d_step { MAIN -> b = ring[t]; t = (t + 1) & 7 };
        d_step { MAIN -> tail = t; t = sum; sum = (t + b) & 127; b = 0 };
        d_step { MAIN -> assert(((level * 3 + t) & 255) != 200); t = 0 }
     fi
  od
}
