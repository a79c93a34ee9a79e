/* Main hands a request to an interrupt that only software pends. It pends before the request is complete, and the handler
   starts with a length of nothing. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>
typedef enum { SWI0_IRQn = 20 } IRQn_Type;
#include <core_cm4.h>

static volatile struct {
    const uint8_t *data;
    uint32_t length;
} request;
static volatile uint32_t handled;

void SWI0_IRQHandler(void) {
    assert(request.data != 0 && request.length > 0); // a.1
    handled++;
    request.length = 0;
}

static void submit(const uint8_t *data, uint32_t length) {
    request.data = data;
    NVIC_SetPendingIRQ(SWI0_IRQn);
    request.length = length;
}

int main(void) {
    static const uint8_t hello[] = "hello";

    NVIC_EnableIRQ(SWI0_IRQn);
    submit(hello, sizeof hello);
    return 0;
}
