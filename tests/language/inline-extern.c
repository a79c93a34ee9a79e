// C99 inline with an external definition.
static int value;

inline int read_value(void) { return *(volatile int *)0x1000; }
extern inline int read_value(void);

inline int twice(int x);
inline int twice(int x) { return x * 2; }
extern int twice(int x);

void isr_1(void) { value = twice(value); }

int main(void) {
    value = read_value();
    return twice(value);
}
