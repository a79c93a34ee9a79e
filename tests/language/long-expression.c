// One expression with many reads.
static volatile unsigned v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static unsigned result;

void isr_1(void) { v[7] = 0; }

int main(void) {
    result = ((v[0] + v[1] * v[2] - (v[3] ^ v[4])) << (v[5] & 7)) | (v[6] & ~v[7]) |
             (v[0] > v[1] ? v[2] : v[3] < v[4] ? v[5] : v[6]) | ((v[1] || v[2]) && (v[3] || v[4])) * 16 |
             (unsigned)-(int)(v[5] % (v[6] + 1)) / (v[7] + 1) | !v[0] | ~v[1] | (v[2] == v[3]) | (v[4] != v[5]) |
             (v[0] + v[1] + v[2] + v[3] + v[4] + v[5] + v[6] + v[7]) * (v[0] + (v[1] + (v[2] + (v[3] + (v[4] + v[5])))));
    return (int)(result & 0xFF);
}
