// Members that lie in the same bytes are one variable; bit-fields of one unit are written together.
// SHARED: flags.{a,b}, word.whole
// NOT-SHARED: flags.c
static union { unsigned whole; unsigned char bytes[4]; } word;
static struct { unsigned a : 3, b : 5; unsigned : 0; unsigned c; } flags;

void isr_1(void) {
    word.bytes[1] = 7;
    flags.a = 1;
}

int main(void) {
    flags.b = 2;
    flags.c = 3;
    return word.whole + flags.c;
}
