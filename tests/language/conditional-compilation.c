// flags: -DWITH_LOG -DLEVEL=2
// What is compiled depends on macros.
static volatile int x;
#if defined WITH_LOG && LEVEL > 1
static int log_count;
#define LOG() log_count++
#else
#define LOG()
#endif

void isr_1(void) {
    x++;
    LOG();
}

int main(void) {
#ifdef NOT_DEFINED
    x = 99;
#elif LEVEL == 2
    x = 2;
#endif
    LOG();
    return x;
}
