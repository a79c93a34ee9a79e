/* A remote control's driver with three interrupts: 1, the tick, lets keys go up; 2, an edge at the receiver, decodes; 3, the most urgent, is a
   process that changes the protocols. Main is the process that sets up the device and asks which protocols there are. */
#ifndef RC_CORE_H
#define RC_CORE_H

#include "attributes.h"
#include "decoders.h"
#include "receiver.h"

#define QUERIES 2

static struct rc_dev device;

void tick_isr_1(void) {
    jiffies = (u16)(jiffies + KEYPRESS_TIMEOUT);
    rc_timer_keyup(&device);
}

void edge_isr_2(void) {
    const struct ir_event event = receiver_event();
    u32 enabled = RC_BIT_NONE;

    spin_lock(&device.lock);
    if (receiver.is_powered && device.settings != NULL) enabled = rc_settings_of(&device)->enabled_protocols;
    spin_unlock(&device.lock);
    ir_handle(&device, event, enabled);
}

void change_isr_3(void) {
    const enum change change = (enum change)(preempt_nondet_u8() & 3u);
    const u32 name = preempt_nondet_bool() ? NAME('s', 'o', 'n', 'y') : NAME('r', 'c', '-', '5');

    store_protocols(&device, change, name);
}

/* An answer is one state of the settings: what is enabled goes with the map. */
static void check_answer(const struct answer *answer) {
    u8 enabled = 0;

    for (u32 i = 0; i < PROTOCOL_NAMES; i++) {
        if (answer->availability[i] != ENABLED) continue;
        enabled++;
        assert(rc_protocol_names[i].bits & answer->map_protocol);
    }
    assert(enabled == answer->enabled);
}

/* One bit is missing of a key that is sent, so that a single edge completes it. */
static void almost_receive(u16 scancode) {
    const u32 command = scancode & 0xffu;

    nec.state = NEC_TRAILER;
    nec.count = NEC_BITS;
    nec.bits = (u32)scancode >> 8 | command << 16 | (command ^ 0xffu) << 24;
}

int main(void) {
    struct answer answer;

    ir_decoders_init();
    rc_device_init(&device, &receiver_ops, RC_BIT_NEC | RC_BIT_RC5 | RC_BIT_SONY | RC_BIT_SANYO);
    if (rc_device_register(&device, &map_television)) return 1;
    almost_receive(0x0408);
    enable_isr(ALL_IRQS);

    for (u8 i = 0; i < QUERIES; i++)
        if (show_protocols(&device, &answer) == 0) check_answer(&answer);

    disable_isr(ALL_IRQS);
    rc_check_keys(&device);
    enable_isr(ALL_IRQS);
    return 0;
}

#endif
