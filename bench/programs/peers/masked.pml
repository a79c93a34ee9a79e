/* masked.c, by hand. isr_1 and isr_2 are of one priority: neither preempts the other. */
byte count, owner, tick, seen;
bool on1, on2, on3, on4;
bool off1, off2;
#define MAIN (!on1 && !on2 && !on3 && !on4)
#define LOW (!on3 && !on4)
#define ISR3 (!on4)

active proctype isr_1() {
  byte t;
  do
  :: atomic { MAIN && !off1 -> on1 = 1 };
     if
     :: atomic { LOW && count < 6 -> t = count + 1 };
        d_step { LOW -> count = t; t = 0; on1 = 0 }
     :: atomic { LOW && count >= 6 -> on1 = 0 }
     fi
  od
}

active proctype isr_2() {
  byte t;
  do
  :: atomic { MAIN && !off2 -> on2 = 1 };
     atomic { LOW -> t = (owner == 0) };
     if
     :: atomic { LOW && t == 1 -> t = 1 + (tick & 3) };
        d_step { LOW -> owner = t; t = 0; on2 = 0 }
     :: atomic { LOW && t == 0 -> on2 = 0 }
     fi
  od
}

active proctype isr_3() {
  byte t;
  do
  :: atomic { !on3 && ISR3 -> on3 = 1 };
     d_step { ISR3 -> t = (tick + 1) & 31 };
     d_step { ISR3 -> tick = t; t = 0; on3 = 0 }
  od
}

active proctype isr_4() {
  byte t;
  do
  :: atomic { !on4 -> on4 = 1 };
     d_step { t = tick };
     if
     :: atomic { t > seen -> skip };
        d_step { seen = t; t = 0; on4 = 0 }
     :: atomic { t <= seen -> t = 0; on4 = 0 }
     fi
  od
}

active proctype main() {
  byte t;
  do
  :: atomic { MAIN -> off1 = 1 };
     if
     :: atomic { MAIN && count > 0 -> t = count - 1 };
        d_step { MAIN -> count = t; t = 0 }
     :: atomic { MAIN && count == 0 -> skip }
     fi;
     atomic { MAIN -> off1 = 0 };
     d_step { MAIN -> off2 = 1 };
     if
     :: atomic { MAIN && owner != 0 -> skip };
        d_step { MAIN -> owner = 0 }
     :: atomic { MAIN && owner == 0 -> skip }
     fi;
     atomic { MAIN -> off2 = 0 };
     if
     :: atomic { MAIN && seen == 31 -> skip };
        d_step { MAIN -> seen = 0 }
     :: atomic { MAIN && seen != 31 -> assert(seen < 32) }
     fi
  od
}
