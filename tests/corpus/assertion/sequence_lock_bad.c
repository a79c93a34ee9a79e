/* A position that the interrupt updates under a sequence number: main reads the number, then the data. It does not look
   at the number again, so it does not notice an update in the middle. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>

static volatile unsigned sequence;
static volatile int x, y;

void isr_1(void) {
    sequence++;
    x++;
    y++;
    sequence++;
}

static void read_position(int *to_x, int *to_y) {
    unsigned before;

    do {
        before = sequence;
        *to_x = x;
        *to_y = y;
    } while (before & 1);
}

int main(void) {
    int my_x, my_y;

    read_position(&my_x, &my_y);
    assert(my_x == my_y); // a.1
    return 0;
}
