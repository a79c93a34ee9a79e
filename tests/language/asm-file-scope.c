// Assembly between functions.
__asm__(".globl preempt_test_symbol\npreempt_test_symbol = 5");

static int flag;

void isr_1(void) { flag = 1; }

int main(void) { return flag; }
