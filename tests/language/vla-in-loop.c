// A variable-length array in a loop: the stack pointer goes back each time.
static int total;

void isr_1(void) { total++; }

int main(void) {
    for (int n = 1; n <= 3; n++) {
        char room[n * 2];
        room[n * 2 - 1] = (char)n;
        room[0] = 1;
        total += room[n * 2 - 1];
    }
    return total;
}
