// Every compound assignment is a read and a write of the shared object.
static volatile unsigned word = 0x0F0F;

void isr_1(void) { word |= 0x8000; }

int main(void) {
    word += 3;
    word -= 1;
    word *= 2;
    word /= 3;
    word %= 1000;
    word &= ~1u;
    word |= 2u;
    word ^= 0xFFu;
    word <<= 2;
    word >>= 1;
    return (int)(word & 0x7FFF);
}
