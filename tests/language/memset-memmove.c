// Clearing and shifting a shared buffer.
#include <string.h>

static unsigned char window[12];

void isr_1(void) {
    memmove(window, window + 1, sizeof window - 1);
    window[11] = 0xEE;
}

int main(void) {
    memset(window, 0x5A, sizeof window);
    memset(&window[4], 0, 2);
    return window[3] + memcmp(window, window + 6, 3);
}
