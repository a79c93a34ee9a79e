// Callbacks with a context pointer, two clients of one timer.
typedef void callback(void *context);

struct timer {
    callback *function;
    void *context;
};

static struct timer timers[2];
static int blinks;
static long uptime;

static void blink(void *context) { ++*(int *)context; }
static void count(void *context) { *(long *)context += 10; }

void SysTick_Handler(void) {
    for (int i = 0; i < 2; i++)
        if (timers[i].function) timers[i].function(timers[i].context);
}

int main(void) {
    timers[0].context = &blinks;
    timers[0].function = blink;
    timers[1].context = &uptime;
    timers[1].function = count;
    return blinks + (int)uptime;
}
