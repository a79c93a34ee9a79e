/* A small model of the kernel under the driver: types, lists, locks, a clock, the input layer. One processor; what would be another process
   or a softirq is an interrupt of its own. A lock is the mask of all interrupts, counted so that it can be taken inside another one. */
#ifndef RC_KERNEL_H
#define RC_KERNEL_H

#include <assert.h>
#include <preempt.h>
#include <stddef.h>
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;

#define ALL_IRQS (-1)
#define BIT(n) (1u << (n))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define container_of(pointer, type, member) ((type *)(void *)((char *)(pointer)-offsetof(type, member)))

/* ---- errors ---------------------------------------------------------------------------------------------------- */

#define ENOENT 2
#define ENODEV 19
#define EINVAL 22

/* A local pointer that is about to be used. Using NULL would crash the kernel. */
#define used(pointer) (assert((pointer) != NULL), (pointer))

/* ---- lists ----------------------------------------------------------------------------------------------------- */

struct list_head {
    struct list_head *next, *prev;
};

static void list_init(struct list_head *list) {
    list->next = list;
    list->prev = list;
}

static void list_add_tail(struct list_head *entry, struct list_head *list) {
    struct list_head *last = list->prev;

    entry->next = list;
    entry->prev = last;
    last->next = entry;
    list->prev = entry;
}

/* ---- locks ----------------------------------------------------------------------------------------------------- */

static volatile u8 irq_depth;

struct spinlock {
    volatile u8 is_held;
};

static void local_irq_save(void) {
    if (irq_depth == 0) disable_isr(ALL_IRQS);
    irq_depth = (u8)(irq_depth + 1);
}

static void local_irq_restore(void) {
    irq_depth = (u8)(irq_depth - 1);
    if (irq_depth == 0) enable_isr(ALL_IRQS);
}

static void spin_lock_init(struct spinlock *lock) {
    lock->is_held = 0;
}

static void spin_lock(struct spinlock *lock) {
    local_irq_save();
    assert(!lock->is_held);
    lock->is_held = 1;
}

static void spin_unlock(struct spinlock *lock) {
    lock->is_held = 0;
    local_irq_restore();
}

/* ---- time ------------------------------------------------------------------------------------------------------ */

static volatile u16 jiffies;

static int time_after_eq(u16 a, u16 b) {
    return (int16_t)(u16)(a - b) >= 0;
}

struct timer_list {
    volatile u16 expires;
    volatile u8 is_pending;
};

static void mod_timer(struct timer_list *timer, u16 expires) {
    timer->expires = expires;
    timer->is_pending = 1;
}

static void del_timer(struct timer_list *timer) {
    timer->is_pending = 0;
}

/* ---- the input layer ------------------------------------------------------------------------------------------- */

#define KEY_RESERVED 0

struct input_dev {
    volatile u16 key;   /* the one that is down, or KEY_RESERVED */
    volatile u16 downs; /* events so far */
    volatile u16 ups;
};

static void input_init(struct input_dev *input) {
    input->key = KEY_RESERVED;
    input->downs = 0;
    input->ups = 0;
}

static void input_report_down(struct input_dev *input, u16 key) {
    input->key = key;
    input->downs = (u16)(input->downs + 1);
}

static void input_report_up(struct input_dev *input) {
    input->key = KEY_RESERVED;
    input->ups = (u16)(input->ups + 1);
}

#endif
