/* The text that the display's interrupt shows, as a pointer. On an 8-bit core a pointer is two bytes, so it is changed
   with that interrupt's own flag cleared. */
// options: --property race
#include <avr/interrupt.h>
#include <avr/io.h>

static const char idle[] = "idle", busy[] = "busy";
static const char *volatile message = idle;

ISR(TIMER2_OVF_vect) {
    const char *text = message;

    PORTB = (uint8_t)text[0];
}

int main(void) {
    TIMSK2 = _BV(TOIE2);
    sei();
    TIMSK2 = 0;
    message = busy;
    TIMSK2 = _BV(TOIE2);
    return 0;
}
