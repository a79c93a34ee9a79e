/* As the bad twin; the interrupt is off while the structure is copied. */
// options: --engine schedule --property assertion
#include <assert.h>

struct calibration {
    int gain[6];
    int version;
};

static struct calibration current;

void enable_isr(int irq);
void disable_isr(int irq);

void command_isr_1(void) {
    current.gain[5]++;
    current.version++;
}

static void apply(struct calibration c) {
    assert(c.gain[5] == c.version);
}

int main(void) {
    struct calibration copy;
    enable_isr(1);
    disable_isr(1);
    copy = current;
    enable_isr(1);
    apply(copy);
    return 0;
}
