#include "seen.h"

static volatile uint8_t grid[3][4];
static int m[2][3][2];

void isr_1(void) {
    grid[1][2] = 7;
    m[1][2][0]++;
}

static int row(int (*r)[2], int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += r[i][0] * 3 + r[i][1];
    return s;
}

int main(void) {
    enable_isr(1);
    for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) grid[i][j] = (uint8_t)(i * 4 + j);
    for (int i = 0; i < 12; i++) ((int *)m)[i] = i;
    emit(row(m[1], 3));
    volatile uint8_t *p = &grid[0][0];
    emit(p[6]);
    emit(grid[2][1]);
    uint8_t loc[2][2] = { { 1, 2 }, { 3, 4 } };
    emit(loc[grid[0][1]][1]);
    return 0;
}
