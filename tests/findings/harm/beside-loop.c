// RWW total not-shown-harmful: the loop in between has nothing to do with what was read
volatile int total;
volatile int seen;

static int get(void) { return total; }
static void put(int value) { total = value; }

int main(void) {
  seen = get();
  int sum = 1;
  for (int i = 0; i < 1000; i++) sum = sum * 3 + i;
  put(sum);
  return 0;
}

void isr_1(void) { total = total + 1; }
