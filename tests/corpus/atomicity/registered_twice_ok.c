/* The count is changed before the second is registered: until then the handler gets only the first. */
// options: --property atomicity
int register_irq_handler(int irq, void (*handler)(void *), void *channel);

static struct channel {
    volatile unsigned count;
} left, right;

static void on_sample(void *argument) {
    struct channel *channel = argument;
    channel->count++;
}

static void skip(struct channel *channel) {
    const unsigned count = channel->count;
    channel->count = count + 1;
}

int main(void) {
    register_irq_handler(1, on_sample, &left);
    skip(&right);
    register_irq_handler(2, on_sample, &right);
    return 0;
}
