// Time from the library against time from the interrupt.
#include <sys/time.h>
#include <time.h>

static volatile time_t software_clock;
static struct timespec deadline;

void isr_1(void) { software_clock++; }

int main(void) {
    struct timeval now;
    gettimeofday(&now, 0);
    deadline.tv_sec = software_clock + 5;
    return now.tv_sec > deadline.tv_sec;
}
