// Plain, signed and unsigned char.
static char plain;
static signed char with_sign;
static unsigned char without;

void isr_1(void) {
    plain = '\x7f';
    with_sign = -1;
    without = 255;
}

int main(void) {
    int sum = plain + with_sign + without;
    return sum == (int)'a';
}
