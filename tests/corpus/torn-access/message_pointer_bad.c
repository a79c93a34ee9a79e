/* The text that the display's interrupt shows, as a pointer. On an 8-bit core a pointer is two bytes: the interrupt may
   see the low one of the new text and the high one of the old. */
// options: --property race
// expect a: torn-access message
#include <avr/interrupt.h>
#include <avr/io.h>

static const char idle[] = "idle", busy[] = "busy";
static const char *volatile message = idle;

ISR(TIMER2_OVF_vect) {
    const char *text = message; // a.1

    PORTB = (uint8_t)text[0];
}

int main(void) {
    TIMSK2 = _BV(TOIE2);
    sei();
    message = busy; // a.2
    return 0;
}
