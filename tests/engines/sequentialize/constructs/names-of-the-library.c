#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static int index_, y0 = 1, log = 2, exit_ = 3, memcpy_, register1;
struct index { int index; };
typedef struct index index;
static index idx = { 4 };

static int div(int a, int b) {
    return a / b;
}

static int abs_(int x) {
    return x < 0 ? -x : x;
}

static int time = 4, signal = 5, pipe = 6, read = 7, link = 8, NULL_ = 9, uint = 10, assert_ = 11;
static int true_ = 1;
enum { EOF_ = -1, int8 = 3 };
static int free = 12, size = 13;

static int strdup(int x) {
    return x;
}

static int labs_ = 3;

static int round(int x) {
    return x + 1;
}

static double sin = 0.5;
static int stdin_ = 3, unix_ = 2;

static int y1(int jn) {
    return jn + 1;
}

static int j0, gamma = 4, printf = 5;
int puts = 6;

int main(int argc, char **argv) {
    (void)argv;
    enable_isr(1);
    emit(index_ + y0 + log + exit_ + memcpy_ + register1 + idx.index + div(9, 2) + abs_(-3));
    emit(time + signal + pipe + read + link + NULL_ + uint + assert_ + true_ + EOF_ + int8 + free + size + strdup(3) + labs_ + round(2) + (int)(sin * 4) + stdin_ + unix_ + y1(2) + j0 + gamma + printf + puts);
    emit(argc == 1 || 1);
    return 0;
}
