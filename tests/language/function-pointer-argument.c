// A function that applies another to shared data.
static int cells[4];

static void each(void (*visit)(int *)) {
    for (int i = 0; i < 4; i++) visit(&cells[i]);
}

static void clear(int *cell) { *cell = 0; }
static void grow(int *cell) { *cell += 2; }

void isr_1(void) { each(grow); }

int main(void) {
    each(clear);
    return cells[3];
}
