// Two queues behind the same functions, two calls deep; only one of them is used by both contexts.
// SHARED: shared_queue.data[], shared_queue.head, shared_queue.tail
// NOT-SHARED: own_queue.head
struct queue { unsigned head, tail; unsigned char data[8]; };
static struct queue shared_queue, own_queue;

static void advance(unsigned *index) { *index = (*index + 1) & 7; }
static void put(struct queue *q, unsigned char byte) {
    if (((q->head + 1) & 7) == q->tail) return;
    q->data[q->head] = byte;
    advance(&q->head);
}
static int get(struct queue *q) {
    if (q->head == q->tail) return -1;
    int byte = q->data[q->tail];
    advance(&q->tail);
    return byte;
}

void isr_1(void) { put(&shared_queue, 7); }

int main(void) {
    put(&own_queue, 3);
    return get(&own_queue) + get(&shared_queue);
}
