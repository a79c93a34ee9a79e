/* What the board's support package gives: switches of the interrupt controller, and rings between an interrupt and a thread. */
#ifndef BOARD_H
#define BOARD_H

#include <stdatomic.h>
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);
#define ALL_IRQS (-1)

#define RING_SIZE 4

/* One writer, one reader: a slot belongs to the writer until head has passed it, then to the reader until tail has. */
struct ring {
    atomic_uint head, tail;
    uint16_t slots[RING_SIZE];
};

static inline int ring_put(struct ring *ring, uint16_t word) {
    unsigned head = atomic_load(&ring->head);
    if (head - atomic_load(&ring->tail) == RING_SIZE) return 0;
    ring->slots[head % RING_SIZE] = word;
    atomic_store(&ring->head, head + 1);
    return 1;
}

static inline int ring_take(struct ring *ring, uint16_t *word) {
    unsigned tail = atomic_load(&ring->tail);
    if (tail == atomic_load(&ring->head)) return 0;
    *word = ring->slots[tail % RING_SIZE];
    atomic_store(&ring->tail, tail + 1);
    return 1;
}

#endif
