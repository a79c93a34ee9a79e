// strchr returns a pointer somewhere into the string, not to its beginning.
// SHARED: line[]
// NOT-SHARED: none
#include <string.h>
static char line[8] = "a=b";

void isr_1(void) {
    char *p = strchr(line, '=');
    if (p) *p = ':';
}

int main(void) {
    return line[1]; // WRITTEN-BY: isr_1
}
