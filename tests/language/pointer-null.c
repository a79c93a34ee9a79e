// A pointer that is null until the interrupt publishes the object behind it.
struct sample {
    int value;
    int valid;
};

static struct sample sample;
static struct sample *volatile published;

void isr_1(void) {
    sample.value = 12;
    sample.valid = 1;
    published = &sample;
}

int main(void) {
    struct sample *latest = published;
    if (latest != 0 && latest->valid) return latest->value;
    return -1;
}
