/*
 * Main cuts a command into words, and the receive interrupt a report: strtok_r keeps its place
 * in a variable of the caller.
 */
// options: --property assertion --arrivals unbounded
#include <assert.h>
#include <string.h>

void enable_isr(int number);

static char command[] = "on 1";
static char report[] = "t 2";

void isr_1(void) {
    char *rest;
    strtok_r(report, " ", &rest);
}

int main(void) {
    char *second;
    enable_isr(1);
    strtok(command, " ");
    second = strtok(0, " ");
    assert(second == command + 3);
    return 0;
}
