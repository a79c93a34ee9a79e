/*
 * A lamp dimmer on an ATmega328P: each byte that arrives on the serial line is a brightness.
 * The receive interrupt fills a ring buffer, the main loop empties it into a PWM register and
 * shows on port B how much was received.
 *
 * What the interrupt shares with the main loop is touched only while interrupts are masked.
 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>
#include <util/atomic.h>

#define F_CPU 16000000UL
#define BAUD 38400UL

#define RX_SIZE 16
#define RX_MASK (RX_SIZE - 1)
#define POWER_UP_BRIGHTNESS 64

/* The ring starts with one command in it, so that the lamp is on before the first byte arrives. */
static volatile uint8_t ring[RX_SIZE] = {POWER_UP_BRIGHTNESS};
static uint8_t head = 1;          /* next free place, used by the interrupt */
static uint8_t tail;              /* oldest byte, used by the main loop */
static volatile uint8_t count = 1; /* bytes in the ring */

static volatile uint16_t received; /* good bytes since the main loop last looked */
static volatile uint8_t overruns;  /* bytes thrown away because the ring was full */

static uint32_t total;

ISR(USART_RX_vect) {
    const uint8_t status = UCSR0A;
    const uint8_t byte = UDR0;

    if (status & (_BV(FE0) | _BV(DOR0))) return;
    received++;
    if (count == RX_SIZE) {
        overruns++;
        return;
    }
    ring[head] = byte;
    head = (head + 1) & RX_MASK;
    count++;
}

static void uart_init(void) {
    UBRR0 = F_CPU / 16 / BAUD - 1;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXCIE0) | _BV(RXEN0);
}

static void lamp_init(void) {
    DDRD = _BV(PD6);
    DDRB = 0x3F;
    TCCR0A = _BV(COM0A1) | _BV(WGM01) | _BV(WGM00);
    TCCR0B = _BV(CS01);
}

/* Takes the oldest byte; 0 if there is none. */
static uint8_t uart_get(uint8_t *byte) {
    uint8_t taken = 0;
    const uint8_t status = SREG;

    cli();
    if (count != 0) {
        *byte = ring[tail];
        tail = (tail + 1) & RX_MASK;
        count--;
        taken = 1;
    }
    SREG = status;
    return taken;
}

/* Adds what came in since the last call to the total. */
static void update_total(void) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        total += received;
        received = 0;
    }
}

int main(void) {
    uint8_t brightness;

    lamp_init();
    uart_init();
    sei();

    for (;;) {
        if (uart_get(&brightness)) OCR0A = brightness;
        update_total();
        PORTB = (uint8_t)(total & 0x1F) | (overruns != 0 ? _BV(PB5) : 0);
    }
}
