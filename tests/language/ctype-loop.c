// Character classes over a shared line.
#include <ctype.h>

static char line[] = "ab12 CD";

void isr_1(void) { line[2] = 'x'; }

int main(void) {
    int digits = 0;
    for (const char *p = line; *p; p++) {
        if (isdigit((unsigned char)*p)) digits++;
        if (islower((unsigned char)*p)) line[p - line] = (char)toupper((unsigned char)*p);
    }
    return digits;
}
