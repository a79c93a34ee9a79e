/* Main hands a request to an interrupt that only software pends, when the request is complete. */
// options: --property assertion --arrivals 2
#include <assert.h>
typedef enum { SWI0_IRQn = 20 } IRQn_Type;
#include <core_cm4.h>

static volatile struct {
    const uint8_t *data;
    uint32_t length;
} request;
static volatile uint32_t handled;

void SWI0_IRQHandler(void) {
    assert(request.data != 0 && request.length > 0);
    handled++;
    request.length = 0;
}

static void submit(const uint8_t *data, uint32_t length) {
    request.data = data;
    request.length = length;
    NVIC_SetPendingIRQ(SWI0_IRQn);
}

int main(void) {
    static const uint8_t hello[] = "hello";

    NVIC_EnableIRQ(SWI0_IRQn);
    submit(hello, sizeof hello);
    return 0;
}
