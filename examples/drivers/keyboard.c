/*
 * A filter between a keyboard and the system: it remembers keys until somebody reads them, repeats one that is held
 * down, and sets the lamps. The callback of the keyboard runs on any processor. Faults on purpose: the lamps are
 * changed without the lock, and the time of the last key is written without it, which the repeat timer looks at.
 */
#include <preempt.h>

#define KEYS 4u
#define NO_KEY 0u

struct keyboard_extension {
    unsigned lock;
    unsigned char keys[KEYS];
    unsigned first;
    unsigned count;
    unsigned dropped;
    unsigned held;        /* the key that is down, or NO_KEY */
    unsigned last_press;  /* when, in ticks */
    unsigned now;         /* of the timer alone */
    unsigned repeat_after;
    unsigned lamps;
    unsigned connected;
};

static struct keyboard_extension the_keyboard;
void *keyboard;

static void acquire(struct keyboard_extension *k)
{
    preempt_atomic_begin();
    preempt_block_until(k->lock == 0);
    k->lock = 1;
    preempt_atomic_end();
}

static void release(struct keyboard_extension *k)
{
    preempt_atomic_begin();
    k->lock = 0;
    preempt_atomic_end();
}

static void remember(struct keyboard_extension *k, unsigned key)
{
    if (k->count == KEYS) {
        k->dropped++;
        return;
    }
    k->keys[(k->first + k->count) % KEYS] = (unsigned char)key;
    k->count++;
}

void keyboard_callback(void *extension, unsigned key, unsigned is_down)
{
    struct keyboard_extension *k = extension;

    k->last_press = 1;
    acquire(k);
    if (is_down) {
        k->held = key & 0xffu;
        remember(k, k->held);
    } else {
        k->held = NO_KEY;
    }
    release(k);
}

void keyboard_repeat(void *extension)
{
    struct keyboard_extension *k = extension;

    k->now = k->now + 1;
    acquire(k);
    if (k->held != NO_KEY && k->now - k->last_press >= k->repeat_after)
        remember(k, k->held);
    release(k);
}

unsigned keyboard_read(void *extension)
{
    struct keyboard_extension *k = extension;
    unsigned key = NO_KEY;

    acquire(k);
    if (k->connected && k->count > 0) {
        key = k->keys[k->first];
        k->first = (k->first + 1) % KEYS;
        k->count--;
    }
    release(k);
    return key;
}

unsigned keyboard_set_lamps(void *extension, unsigned lamps)
{
    struct keyboard_extension *k = extension;

    k->lamps = lamps & 7u;
    return k->lamps;
}

unsigned keyboard_set_repeat(void *extension, unsigned ticks)
{
    struct keyboard_extension *k = extension;

    acquire(k);
    k->repeat_after = ticks;
    release(k);
    return 0;
}

unsigned keyboard_remove(void *extension)
{
    struct keyboard_extension *k = extension;

    acquire(k);
    k->connected = 0;
    k->count = 0;
    k->held = NO_KEY;
    release(k);
    return k->dropped;
}

void keyboard_setup(void)
{
    keyboard = &the_keyboard;
    the_keyboard.connected = 1;
    the_keyboard.repeat_after = 3;
    the_keyboard.held = 30;
}
