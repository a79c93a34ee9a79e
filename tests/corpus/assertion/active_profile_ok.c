/* Two profiles and a pointer to the active one, which the interrupt moves with the temperature. Main takes the pointer
   once, so both fields are set in one profile. */
// options: --property assertion --arrivals 2
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

struct profile {
    int current;
    int limit;
};

extern volatile signed char TEMPERATURE;

static struct profile cold = {5, 10}, warm = {3, 6};
static struct profile *volatile active = &cold;

void isr_1(void) {
    active = TEMPERATURE > 20 ? &warm : &cold;
}

static void boost(int by) {
    struct profile *const profile = active;
    profile->limit += by;
    profile->current += by;
}

int main(void) {
    enable_isr(1);
    boost(4);
    disable_isr(1);
    assert(cold.current == cold.limit - 5 && warm.current == warm.limit - 3);
    return 0;
}
