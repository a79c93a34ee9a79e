/* A calibration is handed over as a structure, copied field by field: the handler comes in the middle of the copy. By the scheduling
   function. */
// options: --engine schedule --property assertion
// expect a: assertion
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
    assert(c.gain[5] == c.version); // a.1
}

int main(void) {
    enable_isr(1);
    apply(current);
    return 0;
}
