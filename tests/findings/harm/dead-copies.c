// The values go nowhere.
int mode; // RWR mode not-shown-harmful
void isr_1(void) { mode = 1; }
int main(void) {
  int a = mode;
  int b = mode;
}
