// A driver's operations as a struct of function pointers.
struct device;

struct operations {
    int (*read)(struct device *);
    void (*write)(struct device *, int);
};

struct device {
    const struct operations *operations;
    int last;
};

static int null_read(struct device *device) { return device->last; }
static void null_write(struct device *device, int value) { device->last = value; }

static const struct operations null_operations = {null_read, null_write};
static struct device null_device = {&null_operations, 0};

void isr_1(void) { null_device.operations->write(&null_device, 5); }

int main(void) {
    null_device.operations->write(&null_device, 1);
    return null_device.operations->read(&null_device);
}
