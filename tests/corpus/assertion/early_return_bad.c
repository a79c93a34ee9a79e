/* Sections are counted, and the outermost one opens the mask. Waiting for room leaves the section for a moment; when there is
   room the function returns early, before it has entered again, and its caller goes on unprotected. */
// options: --property assertion --arrivals 2
// expect a: assertion
#include <assert.h>
typedef enum { DMA1_IRQn = 11 } IRQn_Type;
#include <core_cm4.h>

static volatile uint32_t room, used, freed;
static uint32_t depth;

void DMA1_IRQHandler(void) {
    room++;
    freed++;
}

static void enter(void) {
    __disable_irq();
    depth++;
}

static void leave(void) {
    if (depth > 0 && --depth == 0) __enable_irq();
}

static int wait_for_room(void) {
    for (int tries = 0; tries < 2; tries++) {
        leave();
        if (room > 0) return 1;
        enter();
    }
    return 0;
}

int main(void) {
    NVIC_EnableIRQ(DMA1_IRQn);
    enter();
    if (wait_for_room()) {
        room--;
        used++;
    }
    leave();
    __disable_irq();
    assert(room + used == freed); // a.1
    return 0;
}
