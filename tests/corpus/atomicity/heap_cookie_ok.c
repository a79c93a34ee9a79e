/* The handler gets the other one. */
// options: --property atomicity
void *malloc(unsigned long size);
int gpio_isr_handler_add(int pin, void (*handler)(void *), void *argument);

struct button {
    volatile unsigned presses;
};

static void on_edge(void *argument) {
    struct button *button = argument;
    button->presses++;
}

int main(void) {
    struct button *mine, *other;

    mine = malloc(sizeof *mine);
    other = malloc(sizeof *other);
    if (!mine || !other) return 1;
    gpio_isr_handler_add(4, on_edge, other);
    const unsigned presses = mine->presses;
    mine->presses = presses + 1;
    return (int)mine->presses;
}
