/* A driver in the style of Linux: the handler works on the device that it was registered with. Main takes the errors of that
   device while the handler counts them. */
// options: --property atomicity
// expect a: atomicity RWW bus.errors harmful
int request_irq(unsigned irq, int (*handler)(int, void *), unsigned long flags, const char *name, void *device);

static struct device {
    volatile unsigned errors;
} bus, spare;

static int on_irq(int irq, void *cookie) {
    struct device *device = cookie;
    (void)irq;
    device->errors++; // a.2
    return 1;
}

static unsigned take_errors(struct device *device) {
    const unsigned errors = device->errors; // a.1
    device->errors = 0; // a.3
    return errors;
}

int main(void) {
    if (request_irq(5, on_irq, 0, "bus", &bus)) return 1;
    return (int)(take_errors(&bus) + spare.errors);
}
