// 128-bit integers where the target has them.
static unsigned __int128 total;
static unsigned long long high;

void isr_1(void) { total += ((unsigned __int128)1 << 70) | 5; }

int main(void) {
    unsigned __int128 copy = total;
    copy = copy * 3 + 1;
    high = (unsigned long long)(copy >> 64);
    return (int)(high & 0xFF);
}
