/* A device that lives on the heap is handed to its handler when that is registered; after that main counts in it, too. */
// options: --property atomicity
// expect a: atomicity RWW malloc at line 19 harmful
void *malloc(unsigned long size);
int gpio_isr_handler_add(int pin, void (*handler)(void *), void *argument);

struct button {
    volatile unsigned presses;
};

static void on_edge(void *argument) {
    struct button *button = argument;
    button->presses++; // a.2
}

int main(void) {
    struct button *mine, *other;

    mine = malloc(sizeof *mine);
    other = malloc(sizeof *other);
    if (!mine || !other) return 1;
    gpio_isr_handler_add(4, on_edge, mine);
    const unsigned presses = mine->presses; // a.1
    mine->presses = presses + 1; // a.3
    return (int)other->presses;
}
