// GNU C: blocks as values.
static volatile int raw;
static int peak;

#define MAX(a, b)                                                                                                      \
    ({                                                                                                                 \
        int left = (a), right = (b);                                                                                   \
        left > right ? left : right;                                                                                   \
    })

void isr_1(void) { raw = 77; }

int main(void) {
    peak = MAX(peak, raw);
    return MAX(peak, ({ int t = raw; t * 2; }));
}
