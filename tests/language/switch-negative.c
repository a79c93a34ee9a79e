// Negative and widely spread cases, a 64-bit switch value.
static long long code = -5;
static int answer;

void isr_1(void) { code = 0x100000000LL; }

int main(void) {
    switch (code) {
    case -5:
        answer = 1;
        break;
    case 0x100000000LL:
        answer = 2;
        break;
    case 1000:
        answer = 3;
        break;
    }
    return answer;
}
