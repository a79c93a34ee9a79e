// The C library's string functions on shared text.
#include <string.h>

static char command[16] = "start";

void isr_1(void) { strcpy(command, "stop"); }

int main(void) {
    char local[16];
    strncpy(local, command, sizeof local - 1);
    local[15] = '\0';
    if (strcmp(local, "stop") == 0) return 1;
    return (int)strlen(local) + (strchr(local, 'a') != 0);
}
