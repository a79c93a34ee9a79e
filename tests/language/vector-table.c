// A vector table in a section of its own; only the table says what is an ISR.
typedef void (*vector)(void);

static volatile int edges, samples;

static void reset(void);
static void on_edge(void) { edges++; }
static void on_sample(void) { samples++; }

__attribute__((section(".vectors"), used)) static const vector vectors[] = {0, reset, on_edge, 0, on_sample};

int main(void) {
    edges = 0;
    return edges + samples;
}

static void reset(void) { main(); }
