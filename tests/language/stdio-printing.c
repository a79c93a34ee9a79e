// Library output with shared arguments.
#include <inttypes.h>
#include <stdio.h>

static volatile uint32_t packets;
static char line[40];

void isr_1(void) { packets++; }

int main(void) {
    snprintf(line, sizeof line, "packets: %" PRIu32, packets);
    puts(line);
    return printf("%s %d\n", line, (int)packets);
}
