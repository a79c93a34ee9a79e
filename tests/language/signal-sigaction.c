// sigaction with a struct, and a handler that is not safe.
#include <signal.h>

static long long total;

static void on_alarm(int number) { total += number; }

int main(void) {
    struct sigaction action = {0};
    action.sa_handler = on_alarm;
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, 0);
    total++;
    return (int)total;
}
