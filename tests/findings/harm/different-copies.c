// Two copies of one value differ, which no order gives.
int mode; // RWR mode harmful
int a, b;
void isr_1(void) { mode = 1; }
int main(void) {
  a = mode;
  b = mode;
}
