/* Decoders: from pulses and spaces, given by their length in microseconds, to scancodes. Each is a state machine that takes one event after
   the other; all of them are in a list, and every event goes to those whose protocol is enabled. */
#ifndef RC_DECODERS_H
#define RC_DECODERS_H

#include "device.h"

struct ir_event {
    u16 duration;
    u8 is_pulse;
};

struct ir_decoder {
    struct list_head list;
    u32 protocols;
    void (*decode)(struct rc_dev *dev, struct ir_event event);
};

#define MAX_DECODERS 3

static struct list_head ir_decoders;

static int is_near(u16 duration, u16 wanted, u16 margin) {
    return duration >= wanted - margin && duration <= wanted + margin;
}

/* ---- NEC: a leader, then 32 bits, told apart by the length of the space; a short space after the leader repeats the last key ---------- */

#define NEC_LEADER 9000
#define NEC_LEADER_SPACE 4500
#define NEC_REPEAT_SPACE 2250
#define NEC_UNIT 562
#define NEC_BITS 32

enum nec_state { NEC_IDLE, NEC_AFTER_LEADER, NEC_PULSE, NEC_SPACE, NEC_TRAILER };

static struct {
    enum nec_state state;
    u8 count;
    u32 bits;
} nec;

static void nec_scancode(struct rc_dev *dev) {
    const u8 address = (u8)(nec.bits & 0xff);
    const u8 command = (u8)((nec.bits >> 16) & 0xff);
    const u8 not_command = (u8)((nec.bits >> 24) & 0xff);

    if ((u8)(command ^ not_command) == 0xff) rc_keydown(dev, (u16)(address << 8 | command), 0);
}

static void nec_decode(struct rc_dev *dev, struct ir_event event) {
    const enum nec_state state = nec.state;

    nec.state = NEC_IDLE;
    switch (state) {
    case NEC_IDLE:
        if (event.is_pulse && is_near(event.duration, NEC_LEADER, 1000)) {
            nec.count = 0;
            nec.state = NEC_AFTER_LEADER;
        }
        break;
    case NEC_AFTER_LEADER:
        if (event.is_pulse) break;
        if (is_near(event.duration, NEC_LEADER_SPACE, 500))
            nec.state = NEC_PULSE;
        else if (is_near(event.duration, NEC_REPEAT_SPACE, 250))
            rc_repeat(dev);
        break;
    case NEC_PULSE:
        if (event.is_pulse && is_near(event.duration, NEC_UNIT, 200)) nec.state = NEC_SPACE;
        break;
    case NEC_SPACE:
        if (event.is_pulse) break;
        nec.bits >>= 1;
        if (is_near(event.duration, 3 * NEC_UNIT, 300))
            nec.bits |= 0x80000000u;
        else if (!is_near(event.duration, NEC_UNIT, 300))
            break;
        nec.count++;
        nec.state = nec.count == NEC_BITS ? NEC_TRAILER : NEC_PULSE;
        break;
    case NEC_TRAILER:
        if (event.is_pulse && is_near(event.duration, NEC_UNIT, 200)) nec_scancode(dev);
        break;
    }
}

/* ---- RC-5: 14 bits in Manchester code; an event is one or two halves of a bit -------------------------------------------------------- */

#define RC5_UNIT 889
#define RC5_BITS 14

static struct {
    u8 is_active;
    u8 count; /* halves so far */
    u16 bits;
} rc5;

static void rc5_scancode(struct rc_dev *dev) {
    const u8 toggle = (rc5.bits >> 11) & 1u;
    const u8 address = (rc5.bits >> 6) & 0x1f;
    const u8 command = rc5.bits & 0x3f;

    rc_keydown(dev, (u16)(address << 8 | command), toggle);
}

static void rc5_half(struct rc_dev *dev, u8 is_pulse) {
    /* The second half of a bit tells it. */
    if (rc5.count & 1u) rc5.bits = (u16)(rc5.bits << 1 | is_pulse);
    rc5.count++;
    if (rc5.count == 2 * RC5_BITS) {
        rc5_scancode(dev);
        rc5.is_active = 0;
    }
}

static void rc5_decode(struct rc_dev *dev, struct ir_event event) {
    if (!rc5.is_active) {
        if (!event.is_pulse || !is_near(event.duration, RC5_UNIT, 250)) return;
        /* The first half of the first bit is a space that nobody sees. */
        rc5.is_active = 1;
        rc5.count = 1;
        rc5.bits = 0;
    }
    if (is_near(event.duration, RC5_UNIT, 250)) {
        rc5_half(dev, event.is_pulse);
    } else if (is_near(event.duration, 2 * RC5_UNIT, 250)) {
        rc5_half(dev, event.is_pulse);
        if (rc5.is_active) rc5_half(dev, event.is_pulse);
    } else {
        rc5.is_active = 0;
    }
}

/* ---- Sony: a leader, then 12 bits, told apart by the length of the pulse -------------------------------------------------------------- */

#define SONY_UNIT 600
#define SONY_BITS 12

enum sony_state { SONY_IDLE, SONY_SPACE, SONY_PULSE };

static struct {
    enum sony_state state;
    u8 count;
    u16 bits;
} sony;

static void sony_scancode(struct rc_dev *dev) {
    const u8 device = sony.bits & 0x1f;
    const u8 function = (sony.bits >> 5) & 0x7f;

    rc_keydown(dev, (u16)(device << 8 | function), 0);
}

static void sony_decode(struct rc_dev *dev, struct ir_event event) {
    const enum sony_state state = sony.state;

    sony.state = SONY_IDLE;
    switch (state) {
    case SONY_IDLE:
        if (event.is_pulse && is_near(event.duration, 4 * SONY_UNIT, 300)) {
            sony.count = 0;
            sony.bits = 0;
            sony.state = SONY_SPACE;
        }
        break;
    case SONY_SPACE:
        if (!event.is_pulse && is_near(event.duration, SONY_UNIT, 200)) sony.state = SONY_PULSE;
        break;
    case SONY_PULSE:
        if (!event.is_pulse) break;
        sony.bits = (u16)(sony.bits << 1);
        if (is_near(event.duration, 2 * SONY_UNIT, 200))
            sony.bits |= 1u;
        else if (!is_near(event.duration, SONY_UNIT, 200))
            break;
        sony.count++;
        if (sony.count == SONY_BITS)
            sony_scancode(dev);
        else
            sony.state = SONY_SPACE;
        break;
    }
}

/* ---- all of them ----------------------------------------------------------------------------------------------------------------------- */

static struct ir_decoder nec_decoder = {.protocols = RC_BIT_NEC, .decode = nec_decode};
static struct ir_decoder rc5_decoder = {.protocols = RC_BIT_RC5, .decode = rc5_decode};
static struct ir_decoder sony_decoder = {.protocols = RC_BIT_SONY, .decode = sony_decode};

static void ir_decoders_init(void) {
    list_init(&ir_decoders);
    list_add_tail(&nec_decoder.list, &ir_decoders);
    list_add_tail(&rc5_decoder.list, &ir_decoders);
    list_add_tail(&sony_decoder.list, &ir_decoders);
}

static void ir_handle(struct rc_dev *dev, struct ir_event event, u32 enabled) {
    struct list_head *at = ir_decoders.next;

    for (u8 i = 0; i < MAX_DECODERS && at != &ir_decoders; i++) {
        struct ir_decoder *decoder = container_of(used(at), struct ir_decoder, list);

        if (decoder->protocols & enabled) decoder->decode(dev, event);
        at = at->next;
    }
}

#endif
