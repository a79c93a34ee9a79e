// Casts that change the meaning of an access.
static volatile unsigned word = 0x01020304;
static float number = 1.0f;

void isr_1(void) { *(volatile unsigned char *)&word = 0xFF; }

int main(void) {
    volatile unsigned char *bytes = (volatile unsigned char *)&word;
    int low = bytes[0], high = bytes[3];
    (void)number;
    (void)(volatile int)low;
    return low - high + (int)(unsigned char)number;
}
