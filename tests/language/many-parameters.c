// More parameters than any target has registers.
static long long sum;

static void gather(char a, short b, int c, long d, long long e, float f, double g, unsigned char h, unsigned short i,
                   unsigned j, int *k, const char *l, _Bool m, int n, int o, int p) {
    sum += a + b + c + d + e + (long long)f + (long long)g + h + i + j + *k + l[0] + m + n + o + p;
}

void isr_1(void) { sum = 0; }

int main(void) {
    int local = 11;
    gather(1, 2, 3, 4, 5, 6.0f, 7.0, 8, 9, 10, &local, "a", 1, 14, 15, 16);
    return (int)sum;
}
