// Objects and functions in sections of their own.
__attribute__((section(".noinit"))) static int boots;
__attribute__((section(".fastcode"), noinline)) static int fast(int x) { return x + boots; }
__attribute__((section(".rodata.table"))) static const int table[2] = {4, 5};

void isr_1(void) { boots++; }

int main(void) { return fast(table[1]); }
