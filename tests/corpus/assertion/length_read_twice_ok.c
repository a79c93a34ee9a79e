/* The length of a received frame stands in a shared variable. Main takes it into a local variable, checks that and uses
   that: what it uses is what it checked. */
// options: --property assertion
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
    assert(count <= MAX);
    for (unsigned char i = 0; i < MAX; i++)
        if (i < count) PORT = frame[i];
}

int main(void) {
    unsigned char mine;

    enable_isr(2);
    mine = length;
    if (mine <= MAX) send(mine);
    return 0;
}
