/* The machine under Blink: a free-running counter of 8 bits with an overflow and a compare interrupt, and a port with three LEDs.
   Reading the counter gives some value: nothing is known about how fast it runs compared with the processor. */
#ifndef BLINK_PLATFORM_H
#define BLINK_PLATFORM_H

#include <assert.h>
#include <preempt.h>
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define ALL_IRQS (-1)
#define OVERFLOW_IRQ 1
#define COMPARE_IRQ 2

#define COUNTER_BITS 8
#define COUNTER_MASK 0xffu
/* The compare unit needs so many counts between being set and matching. */
#define COMPARE_MARGIN 4

/* The compare unit: what it waits for, and whether it does. */
static volatile uint8_t compare_at;
static volatile uint8_t compare_on;

static uint8_t counter_read(void) {
    return preempt_nondet_u8();
}

static void compare_start(uint8_t at) {
    compare_at = at;
    compare_on = 1;
}

static void compare_stop(void) {
    compare_on = 0;
}

/* ---- LEDs ------------------------------------------------------------------------------------------------------ */

enum led { LED_RED, LED_GREEN, LED_YELLOW, LED_COUNT };

static volatile uint8_t led_port;

static void leds_init(void) {
    led_port = 0;
}

static void led_toggle(enum led led) {
    led_port = (uint8_t)(led_port ^ (1u << led));
}

static uint8_t led_get(enum led led) {
    return (led_port >> led) & 1u;
}

#endif
