/* A timer is created from a structure that holds its callback. From then on the callback may come. */
// options: --property atomicity
// expect a: atomicity RWW missed harmful
struct timer_settings {
    const char *name;
    void (*callback)(void);
};
int timer_create_from(const struct timer_settings *settings);

static volatile unsigned missed;

static void on_timeout(void) { missed++; } // a.2

static void forget_one(void) {
    const unsigned count = missed; // a.1
    missed = count - 1; // a.3
}

int main(void) {
    const struct timer_settings settings = { "missed", on_timeout };
    timer_create_from(&settings);
    forget_one();
    return 0;
}
