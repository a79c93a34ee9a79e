// Pointers to const and const pointers.
static int counter;
static const int *const view = &counter;

void isr_1(void) { counter++; }

int main(void) {
    int first = *view;
    int second = *view;
    return second - first;
}
