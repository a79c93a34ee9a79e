/* One alarm of 16 bits over the counter of 8: the overflow interrupt counts the upper half and, when the alarm is near, sets the compare
   unit for what remains; the compare interrupt fires the alarm. The alarm is `running` until it fires or is stopped; an alarm that has
   fired must not be running. */
#ifndef BLINK_ALARM_H
#define BLINK_ALARM_H

#include "platform.h"
#include "scheduler.h"

/* Counts that can be left to the compare unit. */
#define ALARM_NEAR (COUNTER_MASK - COMPARE_MARGIN)

static volatile uint8_t time_high; /* how often the counter overflowed */

static volatile struct {
    uint16_t t0, dt; /* it fires at t0 + dt */
    uint8_t running;
    uint8_t fired; /* since it was started */
} alarm;

/* ---- time ------------------------------------------------------------------------------------------------------ */

/* To be called with the overflow kept out. An overflow that has not been counted yet cannot be seen here; the next one corrects it. */
static uint16_t time_now(void) {
    const uint8_t low = counter_read();

    return (uint16_t)((time_high << COUNTER_BITS) | low);
}

static uint16_t time_since(uint16_t earlier) {
    return (uint16_t)(time_now() - earlier);
}

/* ---- the alarm ------------------------------------------------------------------------------------------------- */

/* Sets the compare unit if it can be left to it. What is over already is due at once. */
static void alarm_set_compare(uint16_t t0, uint16_t dt) {
    const uint16_t now = time_now();
    const uint16_t elapsed = (uint16_t)(now - t0);
    uint16_t remaining;

    if (dt <= elapsed)
        remaining = 0;
    else
        remaining = (uint16_t)(dt - elapsed);
    if (remaining < COMPARE_MARGIN) remaining = COMPARE_MARGIN;
    if (remaining <= ALARM_NEAR)
        compare_start((uint8_t)(now + remaining));
    else
        compare_stop();
}

/* To be called with interrupts kept out. */
static void alarm_start(uint16_t t0, uint16_t dt) {
    alarm.t0 = t0;
    alarm.dt = dt;
    alarm.running = 1;
    alarm.fired = 0;
    alarm_set_compare(t0, dt);
}

/* To be called with interrupts kept out. */
static void alarm_stop(void) {
    alarm.running = 0;
    compare_stop();
}

/* The alarm fires: it stops, and a task looks which timers are over. */
static void alarm_fire(void) {
    if (!alarm.running) return;
    alarm.running = 0;
    alarm.fired = 1;
    compare_stop();
    task_post(TASK_FIRED);
}

/* After an overflow: the upper half of the time moves on, and a running alarm is started again for what remains of it. */
static void alarm_update(void) {
    uint16_t t0, dt, now;

    time_high++;
    if (!alarm.running) return;
    t0 = alarm.t0;
    dt = alarm.dt;
    now = (uint16_t)(time_high << COUNTER_BITS);
    if ((uint16_t)(now - t0) < dt) {
        /* What has passed is taken off, so that t0 never gets too old for 16 bits. */
        dt = (uint16_t)(dt - (uint16_t)(now - t0));
        alarm.t0 = now;
        alarm.dt = dt;
        alarm_set_compare(now, dt);
    } else {
        compare_start(COMPARE_MARGIN);
    }
    alarm.running = 1;
}

static void alarm_check(void) {
    assert(!(alarm.fired && alarm.running));
    assert(!(alarm.fired && compare_on));
}

#endif
