// RWW total harmful: what was read goes through memory that only main uses, in a loop
volatile int total;
static int copies[16];

static int get(void) { return total; }
static void put(int value) { total = value; }

int main(void) {
  copies[5] = get();
  int sum = 1;
  for (int i = 0; i < 1000; i++) sum = sum * 3 + copies[i & 15];
  put(sum);
  return 0;
}

void isr_1(void) { total = total + 1; }
