/*
 * A button debouncer. A contact bounces for a few milliseconds, so its level counts only after it was quiet for a
 * while: every edge notes the level and starts a one-shot timer anew, and when the timer expires the level is taken.
 * The pin-change interrupt is more urgent than the timer's.
 *
 * The timer keeps the pin-change interrupt out while it checks `pending`, takes the level and clears `pending`.
 */
#include "board.h"

#define QUIET_MS 20

static volatile uint8_t level;   /* after the last edge */
static volatile uint8_t pending; /* an edge was seen, the level has not been taken yet */
static volatile uint8_t pressed; /* the debounced level */
static volatile uint8_t changed; /* `pressed` is news for the main loop */

/* The timer: the contact was quiet for QUIET_MS. An expiry without an edge is left over from an earlier countdown. */
void isr_1(void) {
    disable_isr(PIN_CHANGE_IRQ);
    if (pending) {
        pressed = level;
        changed = 1;
        pending = 0;
    }
    enable_isr(PIN_CHANGE_IRQ);
}

/* The pin: an edge. */
void isr_2(void) {
    level = BUTTON;
    pending = 1;
    TIMER_START = QUIET_MS;
}

/* Takes the news, if there is any. */
static uint8_t take_change(uint8_t *on) {
    uint8_t news;

    disable_isr(TIMER_IRQ);
    news = changed;
    *on = pressed;
    changed = 0;
    enable_isr(TIMER_IRQ);
    return news;
}

int main(void) {
    uint8_t on;

    /* The first level is taken as if an edge had been seen at power-up. */
    level = BUTTON;
    pending = 1;
    TIMER_START = QUIET_MS;
    enable_isr(PIN_CHANGE_IRQ);
    enable_isr(TIMER_IRQ);

    for (;;) {
        if (take_change(&on)) LAMP = on;
    }
}
