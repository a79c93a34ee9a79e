// 64-bit arithmetic on a shared time.
static volatile unsigned long long time;
static long long difference;

void isr_1(void) { time += 1000000000ULL; }

int main(void) {
    unsigned long long start = time;
    difference = (long long)(time - start) * -3;
    return (int)(difference / 7 % 5);
}
