// break and continue at two depths.
static int table[4][4];
static volatile int stop;

void isr_1(void) { stop = 1; }

int main(void) {
    int visited = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (i == j) continue;
            if (table[i][j] != 0) break;
            table[i][j] = i - j;
            visited++;
        }
        if (stop) break;
    }
    return visited;
}
