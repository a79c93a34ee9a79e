// Pointers to string literals; one is replaced by the interrupt.
static const char *volatile names[] = {"idle", "run", "stop"};

void isr_1(void) { names[1] = "pause"; }

int main(void) {
    const char *name = names[1];
    int length = 0;
    while (name[length] != '\0') length++;
    return length;
}
