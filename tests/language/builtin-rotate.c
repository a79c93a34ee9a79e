// Rotation as a builtin and as the idiom.
static volatile unsigned pattern = 0x80000001u;
static unsigned char lamp = 0x81;

void isr_1(void) { pattern = (pattern << 3) | (pattern >> 29); }

int main(void) {
    pattern = __builtin_rotateleft32(pattern, 5);
    lamp = __builtin_rotateright8(lamp, 1);
    return lamp;
}
