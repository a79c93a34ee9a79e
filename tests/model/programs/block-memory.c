// memset and memmove with constant and with unknown lengths.
// SHARED: log_buffer[], state.mode, state.step
// NOT-SHARED: state.name[]
#include <string.h>
static struct { int mode; int step; char name[8]; } state;
static char log_buffer[32];
static volatile unsigned length;

void isr_1(void) {
    memset(&state, 0, 2 * sizeof(int));
    memmove(log_buffer, log_buffer + 1, length);
}

int main(void) {
    strcpy(state.name, "on");
    return state.mode + state.step + log_buffer[31] + state.name[0];
}
