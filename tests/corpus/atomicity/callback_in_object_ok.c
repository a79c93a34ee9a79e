/* Before the timer is there, nothing comes in between. */
// options: --property atomicity
struct timer_settings {
    const char *name;
    void (*callback)(void);
};
int timer_create_from(const struct timer_settings *settings);

static volatile unsigned missed;

static void on_timeout(void) { missed++; }

static void forget_one(void) {
    const unsigned count = missed;
    missed = count - 1;
}

int main(void) {
    const struct timer_settings settings = { "missed", on_timeout };
    forget_one();
    timer_create_from(&settings);
    return 0;
}
