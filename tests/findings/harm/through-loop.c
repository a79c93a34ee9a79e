// RWW total harmful: what is written was computed in a loop from what was read
volatile int total;

static int get(void) { return total; }
static void put(int value) { total = value; }

int main(void) {
  int value = get();
  int sum = 1;
  for (int i = 0; i < 1000; i++) sum = sum * 3 + value;
  put(sum);
  return 0;
}

void isr_1(void) { total = total + 1; }
