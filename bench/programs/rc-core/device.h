/* The remote control device: its settings, its operations, keys that go down and up. The settings hang on one pointer, which is NULL while no
   protocol is enabled and while they change. */
#ifndef RC_DEVICE_H
#define RC_DEVICE_H

#include "kernel.h"
#include "keymaps.h"
#include "protocols.h"

#define KEYPRESS_TIMEOUT 250

struct rc_dev;

/* What a receiver's driver provides. */
struct rc_ops {
    int (*open)(struct rc_dev *dev);
    void (*close)(struct rc_dev *dev);
    int (*change_protocol)(struct rc_dev *dev, u32 *bits);
};

struct rc_settings {
    u32 enabled_protocols;
    const struct rc_map *map;
    u8 generation;
};

struct rc_dev {
    const struct rc_ops *ops;
    u32 allowed_protocols;
    struct rc_settings *volatile settings;
    struct rc_settings pool[2]; /* the current ones and the next ones */
    volatile u8 generation;
    u8 is_open;
    struct spinlock lock;    /* settings */
    struct spinlock keylock; /* keys */
    struct timer_list timer_keyup;
    volatile u8 keypressed;
    volatile u16 last_scancode;
    volatile u8 last_toggle;
    struct input_dev input;
};

static void rc_settings_set(struct rc_dev *dev, u32 bits, const struct rc_map *map) {
    struct rc_settings *settings;

    dev->generation = (u8)(dev->generation + 1);
    settings = &dev->pool[dev->generation & 1u];
    settings->enabled_protocols = bits;
    settings->map = map;
    settings->generation = dev->generation;
    dev->settings = bits == RC_BIT_NONE ? NULL : settings;
}

/* The settings, which must be there. */
static struct rc_settings *rc_settings_of(struct rc_dev *dev) {
    struct rc_settings *settings = dev->settings;

    return used(settings);
}

static void rc_device_init(struct rc_dev *dev, const struct rc_ops *ops, u32 allowed_protocols) {
    dev->ops = ops;
    dev->allowed_protocols = allowed_protocols;
    dev->settings = NULL;
    dev->generation = 0;
    dev->is_open = 0;
    dev->keypressed = 0;
    dev->last_scancode = 0;
    dev->last_toggle = 0;
    spin_lock_init(&dev->lock);
    spin_lock_init(&dev->keylock);
    del_timer(&dev->timer_keyup);
    input_init(&dev->input);
}

static int rc_device_register(struct rc_dev *dev, const struct rc_map *map) {
    u32 bits = map->protocol;
    int error;

    error = dev->ops->open(dev);
    if (error) return error;
    error = dev->ops->change_protocol(dev, &bits);
    if (error) {
        dev->ops->close(dev);
        return error;
    }
    rc_settings_set(dev, bits, map);
    return 0;
}

/* ---- keys ------------------------------------------------------------------------------------------------------ */

static void rc_do_keyup(struct rc_dev *dev) {
    if (!dev->keypressed) return;
    input_report_up(&dev->input);
    del_timer(&dev->timer_keyup);
    dev->keypressed = 0;
}

/* The key that a scancode stands for, by the map of the moment. */
static u16 rc_key_of(struct rc_dev *dev, u16 scancode) {
    u16 key = KEY_RESERVED;

    spin_lock(&dev->lock);
    if (dev->settings != NULL) key = rc_map_lookup(rc_settings_of(dev)->map, scancode);
    spin_unlock(&dev->lock);
    return key;
}

static void rc_keydown(struct rc_dev *dev, u16 scancode, u8 toggle) {
    const u16 key = rc_key_of(dev, scancode);
    int is_new;

    if (key == KEY_RESERVED) return;
    spin_lock(&dev->keylock);
    is_new = !dev->keypressed || dev->last_scancode != scancode || dev->last_toggle != toggle;
    if (is_new) {
        rc_do_keyup(dev);
        dev->keypressed = 1;
        dev->last_scancode = scancode;
        dev->last_toggle = toggle;
        input_report_down(&dev->input, key);
    }
    mod_timer(&dev->timer_keyup, (u16)(jiffies + KEYPRESS_TIMEOUT));
    spin_unlock(&dev->keylock);
}

static void rc_repeat(struct rc_dev *dev) {
    spin_lock(&dev->keylock);
    if (dev->keypressed) mod_timer(&dev->timer_keyup, (u16)(jiffies + KEYPRESS_TIMEOUT));
    spin_unlock(&dev->keylock);
}

/* The timer: a key that was not repeated for long enough goes up. */
static void rc_timer_keyup(struct rc_dev *dev) {
    spin_lock(&dev->keylock);
    if (dev->timer_keyup.is_pending && time_after_eq(jiffies, dev->timer_keyup.expires)) rc_do_keyup(dev);
    spin_unlock(&dev->keylock);
}

/* A key is down exactly if more went down than up. */
static void rc_check_keys(struct rc_dev *dev) {
    assert((u16)(dev->input.downs - dev->input.ups) == dev->keypressed);
    assert((dev->input.key != KEY_RESERVED) == dev->keypressed);
    assert(dev->timer_keyup.is_pending == dev->keypressed);
}

#endif
