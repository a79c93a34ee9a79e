// A POSIX signal handler shares a flag with main.
#include <signal.h>

static volatile sig_atomic_t stop;
static int rounds;

static void on_interrupt(int number) {
    (void)number;
    stop = 1;
}

int main(void) {
    signal(SIGINT, on_interrupt);
    while (!stop && rounds < 3) rounds++;
    return rounds;
}
