// Wide, 16-bit and 32-bit strings.
#include <stddef.h>

static const wchar_t wide[] = L"w\u00efde";
static const unsigned short utf16[] = u"\u20ac";
static const unsigned utf32[] = U"\U0001F600";
static wchar_t current = L'a';

void isr_1(void) { current = wide[1]; }

int main(void) { return (int)current + (utf16[0] == 0x20AC) + (utf32[0] == 0x1F600); }
