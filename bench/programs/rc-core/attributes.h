/* The device's attribute `protocols`: user space reads which protocols there are and which are enabled, and changes that. QUERY_IS_LOCKED tells
   whether a query keeps changes out. */
#ifndef RC_ATTRIBUTES_H
#define RC_ATTRIBUTES_H

#include "device.h"

/* What a query answers, for each protocol by name. */
enum availability { NOT_AVAILABLE, AVAILABLE, ENABLED };

struct answer {
    u8 availability[PROTOCOL_NAMES];
    u8 enabled; /* how many are */
    u32 map_protocol;
    u8 generation;
};

static void query_lock(struct rc_dev *dev) {
    if (QUERY_IS_LOCKED) spin_lock(&dev->lock);
}

static void query_unlock(struct rc_dev *dev) {
    if (QUERY_IS_LOCKED) spin_unlock(&dev->lock);
}

static void answer_clear(struct answer *answer) {
    for (u32 i = 0; i < PROTOCOL_NAMES; i++) answer->availability[i] = NOT_AVAILABLE;
    answer->enabled = 0;
    answer->map_protocol = RC_BIT_NONE;
    answer->generation = 0;
}

static void answer_protocols(struct answer *answer, u32 allowed, u32 enabled) {
    for (u32 i = 0; i < PROTOCOL_NAMES; i++) {
        const u32 bits = rc_protocol_names[i].bits;

        if (!(allowed & bits)) continue;
        answer->availability[i] = AVAILABLE;
        if (enabled & bits) {
            answer->availability[i] = ENABLED;
            answer->enabled++;
        }
    }
}

/* Which protocols there are. The settings are asked for one by one, as the device's accessors do. */
static int show_protocols(struct rc_dev *dev, struct answer *answer) {
    const struct rc_map *map;
    u32 enabled;

    answer_clear(answer);
    query_lock(dev);
    if (dev->settings == NULL) {
        query_unlock(dev);
        return -ENODEV;
    }
    enabled = rc_settings_of(dev)->enabled_protocols;
    answer_protocols(answer, dev->allowed_protocols, enabled);
    map = rc_settings_of(dev)->map;
    answer->map_protocol = used(map)->protocol;
    answer->generation = rc_settings_of(dev)->generation;
    query_unlock(dev);
    return 0;
}

enum change { CHANGE_SET, CHANGE_ADD, CHANGE_REMOVE, CHANGE_NONE };

/* The protocols after a change. */
static u32 changed_protocols(u32 enabled, enum change change, u32 bits) {
    switch (change) {
    case CHANGE_SET:
        return bits;
    case CHANGE_ADD:
        return enabled | bits;
    case CHANGE_REMOVE:
        return enabled & ~bits;
    default:
        return RC_BIT_NONE;
    }
}

/* Changes which protocols are enabled. While the receiver is changed there are no settings, so that nothing is decoded by the old ones. */
static int store_protocols(struct rc_dev *dev, enum change change, u32 name) {
    const u32 named = rc_protocols_named(name);
    u32 bits, before = RC_BIT_NONE;
    int error;

    if (named == RC_BIT_NONE && change != CHANGE_NONE) return -ENOENT;
    spin_lock(&dev->lock);
    if (dev->settings != NULL) before = rc_settings_of(dev)->enabled_protocols;
    bits = changed_protocols(before, change, named);
    dev->settings = NULL;
    error = dev->ops->change_protocol(dev, &bits);
    if (error) bits = before;
    rc_settings_set(dev, bits, rc_map_for(bits));
    spin_unlock(&dev->lock);

    spin_lock(&dev->keylock);
    rc_do_keyup(dev);
    spin_unlock(&dev->keylock);
    return error;
}

#endif
