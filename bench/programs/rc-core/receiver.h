/* The driver of a receiver at a pin: every edge is an interrupt, which measures how long the level has lasted. */
#ifndef RC_RECEIVER_H
#define RC_RECEIVER_H

#include "decoders.h"

static struct {
    volatile u8 is_powered;
    volatile u16 carrier; /* in units of 100 Hz */
} receiver;

static int receiver_open(struct rc_dev *dev) {
    if (dev->is_open) return -EINVAL;
    dev->is_open = 1;
    receiver.is_powered = 1;
    return 0;
}

static void receiver_close(struct rc_dev *dev) {
    receiver.is_powered = 0;
    dev->is_open = 0;
}

/* The carrier is that of the protocol; protocols with different ones can't be received together, the first wins. */
static int receiver_change_protocol(struct rc_dev *dev, u32 *bits) {
    if (*bits & ~dev->allowed_protocols) return -EINVAL;
    if (*bits & RC_BIT_NEC) {
        receiver.carrier = 380;
        *bits &= RC_BIT_NEC | RC_BIT_SANYO;
    } else if (*bits & RC_BIT_RC5) {
        receiver.carrier = 360;
        *bits &= RC_BIT_RC5;
    } else if (*bits & RC_BIT_SONY) {
        receiver.carrier = 400;
        *bits &= RC_BIT_SONY;
    }
    return 0;
}

static const struct rc_ops receiver_ops = {
    .open = receiver_open,
    .close = receiver_close,
    .change_protocol = receiver_change_protocol,
};

/* What the edge interrupt measured. */
static struct ir_event receiver_event(void) {
    struct ir_event event;

    event.duration = preempt_nondet_u16();
    event.is_pulse = preempt_nondet_u8() & 1u;
    return event;
}

#endif
