/* A mailbox that the interrupt fills and main empties. Main copies the letters and sets the count to zero with the
   interrupt kept out, however many arrive. */
// options: --property assertion --arrivals 3
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum { SIZE = 3 };

extern volatile unsigned char LETTER;

static volatile unsigned char box[SIZE];
static volatile unsigned char count, arrived;

void isr_4(void) {
    box[count] = LETTER;
    count++;
    arrived++;
}

int main(void) {
    unsigned char letters[SIZE], taken = 0;

    enable_isr(4);
    if (count > 0) {
        disable_isr(4);
        while (taken < count) {
            letters[taken] = box[taken];
            taken++;
        }
        count = 0;
        enable_isr(4);
    }
    disable_isr(4);
    assert(taken + count == arrived);
    return taken > 0 ? letters[0] : 0;
}
