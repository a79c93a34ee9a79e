// flags: -std=c2x
// C23: integers of any width.
static unsigned _BitInt(12) reading;
static _BitInt(7) offset = -3;

void isr_1(void) { reading = 4000; }

int main(void) {
    unsigned _BitInt(24) scaled = (unsigned _BitInt(24))reading * 16;
    offset += 1;
    return (int)(scaled >> 4) + (int)offset;
}
