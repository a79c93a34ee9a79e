/*
 * Main cuts a command into words, and the receive interrupt a report: strtok keeps its place in one variable, so that
 * main goes on in the report.
 */
// options: --property assertion --arrivals unbounded
// expect a: assertion
#include <assert.h>
#include <string.h>

void enable_isr(int number);

static char command[] = "on 1";
static char report[] = "t 2";

void isr_1(void) {
    strtok(report, " ");
}

int main(void) {
    char *second;
    enable_isr(1);
    strtok(command, " ");
    second = strtok(0, " ");
    assert(second == command + 3); // a.1
    return 0;
}
