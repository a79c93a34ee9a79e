/* Virtual timers over one alarm: each has a start and a length, repeats or not; the alarm is always set for the one that ends first. */
#ifndef BLINK_TIMERS_H
#define BLINK_TIMERS_H

#include "alarm.h"

#define TIMER_COUNT 3
#define NO_TIMER 0xff

static struct timer {
    uint16_t t0, dt;
    uint8_t is_one_shot;
    uint8_t is_running;
} timers[TIMER_COUNT];

/* Defined by the application. */
static void timer_fired(uint8_t timer);

static void timer_start(uint8_t timer, uint16_t t0, uint16_t dt, uint8_t is_one_shot) {
    timers[timer].t0 = t0;
    timers[timer].dt = dt;
    timers[timer].is_one_shot = is_one_shot;
    timers[timer].is_running = 1;
}

static void timer_stop(uint8_t timer) {
    timers[timer].is_running = 0;
}

static void timers_init(void) {
    for (uint8_t timer = 0; timer < TIMER_COUNT; timer++) {
        timers[timer].t0 = 0;
        timers[timer].dt = 0;
        timer_stop(timer);
    }
}

/* What remains of a timer; 0 if it is over. */
static uint16_t timer_remaining(uint8_t timer, uint16_t now) {
    const uint16_t elapsed = (uint16_t)(now - timers[timer].t0);

    return elapsed >= timers[timer].dt ? 0 : (uint16_t)(timers[timer].dt - elapsed);
}

/* The running timer that ends first, or NO_TIMER. */
static uint8_t timer_first(uint16_t now) {
    uint8_t first = NO_TIMER;
    uint16_t least = 0xffff;

    for (uint8_t timer = 0; timer < TIMER_COUNT; timer++) {
        uint16_t remaining;

        if (!timers[timer].is_running) continue;
        remaining = timer_remaining(timer, now);
        if (first == NO_TIMER || remaining < least) {
            first = timer;
            least = remaining;
        }
    }
    return first;
}

/* The task TASK_UPDATE: the alarm is set for the timer that ends first. */
static void timers_set_alarm(void) {
    uint16_t now;
    uint8_t first;

    disable_isr(ALL_IRQS);
    now = time_now();
    first = timer_first(now);
    if (first == NO_TIMER)
        alarm_stop();
    else
        alarm_start(now, timer_remaining(first, now));
    enable_isr(ALL_IRQS);
}

/* A timer is over: a repeating one begins where it ended. */
static void timer_end(uint8_t timer) {
    if (timers[timer].is_one_shot)
        timer_stop(timer);
    else
        timers[timer].t0 = (uint16_t)(timers[timer].t0 + timers[timer].dt);
    timer_fired(timer);
}

/* The task TASK_FIRED: all timers that are over end, then the alarm is set again. */
static void timers_fired(void) {
    uint16_t now;

    disable_isr(ALL_IRQS);
    now = time_now();
    enable_isr(ALL_IRQS);
    for (uint8_t timer = 0; timer < TIMER_COUNT; timer++)
        if (timers[timer].is_running && timer_remaining(timer, now) == 0) timer_end(timer);
    disable_isr(ALL_IRQS);
    task_post(TASK_UPDATE);
    enable_isr(ALL_IRQS);
}

#endif
