/* It gets another counter. */
// options: --property atomicity
void bus_subscribe(int topic, void (*callback)(void *), void *argument);

static volatile unsigned items, others;

static void on_item(void *argument) {
    volatile unsigned *count = argument;
    (*count)++;
}

int main(void) {
    bus_subscribe(3, on_item, (void *)&others);
    const unsigned taken = items;
    items = taken - 1;
    return (int)taken;
}
