#include "seen.h"

static volatile int k;

void isr_1(void) {
    k = 2;
}

static int add(int a, int b) {
    return a + b;
}

static int sub(int a, int b) {
    return a - b - k;
}

static int mul(int a, int b) {
    return a * b;
}

static int (*const ops[])(int, int) = { add, sub, mul };
struct cmd { const char *name; int (*run)(int, int); int arg; };
static const struct cmd cmds[] = { { "add", add, 3 }, { "sub", sub, 4 }, { "mul", mul, 5 } };
static int (*current)(int, int) = add;

int main(void) {
    enable_isr(1);
    for (unsigned i = 0; i < 3; i++) {
        emit(ops[i](i + 5, 3));
        emit(cmds[i].run(10, cmds[i].arg));
        emit(cmds[i].name[1]);
    }
    current = ops[(k + 1) % 3];
    emit(current(6, 7));
    int (*pick(int))(int, int);
    emit(pick(1)(2, 1));
    return 0;
}

int (*pick(int n))(int, int) {
    return n ? mul : add;
}
