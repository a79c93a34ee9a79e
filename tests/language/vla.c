// Arrays whose length is known at run time, also in two dimensions.
static volatile int size = 3;
static int checksum;

static int corner(int n, int square[n][n]) { return square[n - 1][n - 1]; }

void isr_1(void) { size = 2; }

int main(void) {
    int n = size;
    if (n < 1 || n > 8) return -1;
    int line[n], square[n][n];
    for (int i = 0; i < n; i++) {
        line[i] = i;
        for (int j = 0; j < n; j++) square[i][j] = i * j;
    }
    checksum = line[n - 1] + corner(n, square);
    return (int)(sizeof line / sizeof line[0]);
}
