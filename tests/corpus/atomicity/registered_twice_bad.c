/* One handler for two channels, each registered with its own data. Once the second is registered, main must not change its
   count unprotected. */
// options: --property atomicity
// expect a: atomicity RWW right.count harmful
int register_irq_handler(int irq, void (*handler)(void *), void *channel);

static struct channel {
    volatile unsigned count;
} left, right;

static void on_sample(void *argument) {
    struct channel *channel = argument;
    channel->count++; // a.2
}

static void skip(struct channel *channel) {
    const unsigned count = channel->count; // a.1
    channel->count = count + 1; // a.3
}

int main(void) {
    register_irq_handler(1, on_sample, &left);
    register_irq_handler(2, on_sample, &right);
    skip(&right);
    return 0;
}
