/* A sample of four words with its check word. Main copies the struct with PRIMASK set, so all fields belong to one
   sample. */
// options: --property assertion
#include <assert.h>
typedef enum { SPI1_IRQn = 35 } IRQn_Type;
#include <core_cm4.h>

struct sample {
    uint16_t x, y, z;
    uint16_t check;
};

extern volatile uint16_t AXIS_X, AXIS_Y, AXIS_Z;

static struct sample latest;

void SPI1_IRQHandler(void) {
    latest.x = AXIS_X;
    latest.y = AXIS_Y;
    latest.z = AXIS_Z;
    latest.check = latest.x ^ latest.y ^ latest.z;
}

int main(void) {
    struct sample copy;

    NVIC_EnableIRQ(SPI1_IRQn);
    __disable_irq();
    copy = latest;
    __enable_irq();
    assert(copy.check == (copy.x ^ copy.y ^ copy.z));
    return 0;
}
