// All kinds of literals; GNU and C23 binary, octal, hexadecimal, suffixes, characters.
static unsigned long values[] = {0b1010, 0777, 0xABul, 10u, 'A', '\n', '\x41', '\101', L'\u00e4'};
static double fractions[] = {.5, 1., 1e3, 0x1.8p1, 2.5f};

void isr_1(void) { values[0]++; }

int main(void) { return (int)values[0] + (int)fractions[3]; }
