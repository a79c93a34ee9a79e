/* Blink: three timers toggle three LEDs. Two interrupts: 1, the counter overflowed; 2, more urgent, the compare unit matched and the alarm
   fires. UPDATE_IS_MASKED tells whether the alarm is kept out while the overflow updates it. */
#ifndef BLINK_H
#define BLINK_H

#include "platform.h"
#include "scheduler.h"
#include "alarm.h"
#include "timers.h"

/* Tasks that main runs before it is done. */
#define ROUNDS 3

#define PERIOD_RED 250
#define PERIOD_GREEN 500
#define PERIOD_YELLOW 1000

static uint8_t toggles[LED_COUNT];

static void timer_fired(uint8_t timer) {
    switch (timer) {
    case 0:
        led_toggle(LED_RED);
        toggles[LED_RED]++;
        break;
    case 1:
        led_toggle(LED_GREEN);
        toggles[LED_GREEN]++;
        break;
    default:
        led_toggle(LED_YELLOW);
        toggles[LED_YELLOW]++;
        break;
    }
}

void overflow_isr_1(void) {
    if (UPDATE_IS_MASKED) disable_isr(COMPARE_IRQ);
    alarm_update();
    if (UPDATE_IS_MASKED) enable_isr(COMPARE_IRQ);
}

void compare_isr_2(void) {
    if (compare_on) alarm_fire();
    alarm_check();
}

static void run_task(uint8_t task) {
    switch (task) {
    case TASK_FIRED:
        timers_fired();
        break;
    case TASK_UPDATE:
        timers_set_alarm();
        break;
    default:
        break;
    }
}

static void boot(void) {
    leds_init();
    scheduler_init();
    timers_init();
    time_high = 0;
    alarm.fired = 0;
    alarm_stop();
    timer_start(0, 0, PERIOD_RED, 0);
    timer_start(1, 0, PERIOD_GREEN, 0);
    timer_start(2, 0, PERIOD_YELLOW, 1);
    task_post(TASK_UPDATE);
}

int main(void) {
    boot();
    enable_isr(ALL_IRQS);
    for (uint8_t round = 0; round < ROUNDS; round++) {
        uint8_t task;

        disable_isr(ALL_IRQS);
        alarm_check();
        task = task_take();
        enable_isr(ALL_IRQS);
        run_task(task);
    }
    disable_isr(ALL_IRQS);
    alarm_check();
    for (uint8_t led = 0; led < LED_COUNT; led++) assert(led_get(led) == (toggles[led] & 1u));
    enable_isr(ALL_IRQS);
    return 0;
}

#endif
