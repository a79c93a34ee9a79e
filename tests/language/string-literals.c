// Concatenated, prefixed, raw-byte and embedded-zero strings.
static const char banner[] = "one" " two" "\0three";
static const unsigned char bytes[4] = "\xff\x01\x02";
static char mutable[] = "abc";

void isr_1(void) { mutable[1] = 'B'; }

int main(void) {
    const char *p = &"literal"[3];
    return banner[8] + bytes[0] + mutable[1] + *p + (int)sizeof banner;
}
