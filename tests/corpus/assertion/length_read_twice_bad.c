/* The length of a received frame stands in a shared variable. Main checks it and reads it again for the copy; a frame that
   arrives in between has a length that nobody checked. */
// options: --property assertion
// expect a: assertion
#include <assert.h>
void enable_isr(int irq);

#define MAX 8

extern volatile unsigned char FRAME_LENGTH, PORT;

static volatile unsigned char length;
static unsigned char frame[MAX];

void isr_2(void) {
    length = FRAME_LENGTH;
}

static void send(unsigned char count) {
    assert(count <= MAX); // a.1
    for (unsigned char i = 0; i < MAX; i++)
        if (i < count) PORT = frame[i];
}

int main(void) {
    enable_isr(2);
    if (length <= MAX) send(length);
    return 0;
}
