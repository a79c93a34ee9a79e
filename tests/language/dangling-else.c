// flags: -Wno-dangling-else
// else belongs to the nearest if.
static volatile int outer, inner;
static int path;

void isr_1(void) { inner = 1; }

int main(void) {
    if (outer)
        if (inner) path = 1;
        else path = 2;
    if (!outer) {
        if (inner) path = 3;
    } else path = 4;
    return path;
}
