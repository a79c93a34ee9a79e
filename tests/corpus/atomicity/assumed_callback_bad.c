/* A callback is given to a function without a body, and nothing says that it is about interrupts: it may come at any time, or
   never. What would go wrong then is a note. */
// options: --property atomicity
// expect a: atomicity RWW items not-shown-harmful
void bus_subscribe(int topic, void (*callback)(void *), void *argument);

static volatile unsigned items, others;

static void on_item(void *argument) {
    volatile unsigned *count = argument;
    (*count)++; // a.2
}

int main(void) {
    bus_subscribe(3, on_item, (void *)&items);
    const unsigned taken = items; // a.1
    items = taken - 1; // a.3
    return (int)others;
}
