// A plain pointer to volatile, and a volatile pointer to plain.
static int data;
static volatile int *through = &data;
static int *volatile moving = &data;

void isr_1(void) {
    *through = 1;
    moving = &data;
}

int main(void) {
    while (*through == 0) {
        if (moving == &data) break;
    }
    return *moving;
}
