/* The same driver; the handler was registered with the other device, and never touches this one. */
// options: --property atomicity
int request_irq(unsigned irq, int (*handler)(int, void *), unsigned long flags, const char *name, void *device);

static struct device {
    volatile unsigned errors;
} bus, spare;

static int on_irq(int irq, void *cookie) {
    struct device *device = cookie;
    (void)irq;
    device->errors++;
    return 1;
}

static unsigned take_errors(struct device *device) {
    const unsigned errors = device->errors;
    device->errors = 0;
    return errors;
}

int main(void) {
    if (request_irq(5, on_irq, 0, "spare", &spare)) return 1;
    return (int)(take_errors(&bus) + bus.errors);
}
