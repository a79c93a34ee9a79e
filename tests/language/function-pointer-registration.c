// A handler that is registered at run time; only the call tells that it is an ISR.
typedef void (*handler)(void);

void attach_interrupt(int irq, handler function);

static volatile int edges;

static void on_edge(void) { edges++; }

int main(void) {
    attach_interrupt(3, on_edge);
    edges = 0;
    return edges;
}
