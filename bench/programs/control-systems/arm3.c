/* Coding and communication, four threads and three interrupts: a gateway. The receiver decodes what comes in; the router looks up to whom a
   message goes and queues it; the sender frames what is queued, within a window of bytes that may be under way; the keeper ages the routes.
   The serial line's two interrupts have one priority, so neither comes into the other; the timer's is above them. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#include "board.h"
#include "codec.h"

#define MESSAGES 1
#define ROUTES 4
#define WINDOW 2
enum { UART_RX_IRQ = 1, UART_TX_IRQ = 2, TIMER_IRQ = 3 };

static volatile uint16_t UART_RX_DATA = 0x5537; /* 0x52, one bit wrong */
static volatile uint8_t UART_TX_DATA;

/* ---- what interrupts and threads share ---- */

static struct ring received;
static sem_t word_ready, message_ready, frame_queued;
static uint32_t ticks;
static unsigned line_activity;
static volatile unsigned credits = WINDOW, under_way;

void uart_rx_isr(void) {
    line_activity++; // alarm line_activity
    if (ring_put(&received, UART_RX_DATA)) sem_post(&word_ready);
}

void uart_tx_isr(void) {
    line_activity++; // alarm line_activity
    assert(credits + under_way == WINDOW); // planted credits: assertion
    if (under_way == 0) return; // planted credits: assertion
    under_way--; // planted credits: assertion
    credits++; // planted credits: assertion
}

void timer_isr(void) {
    ticks++; // alarm ticks
}

static uint32_t now(void) {
    disable_isr(TIMER_IRQ);
    uint32_t time = ticks; // alarm ticks
    enable_isr(TIMER_IRQ);
    return time;
}

/* ---- what threads share ---- */

static pthread_mutex_t inbox_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint8_t byte;
    int is_full;
} inbox;

static pthread_mutex_t routes_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint8_t port;
    uint8_t uses;
    uint32_t opened;
} routes[ROUTES] = {{.port = 1}, {.port = 2}, {.port = 2}, {.port = 3}};

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    struct frame frame;
    uint8_t route;
    int is_full;
} queue;

/* ---- receiver ---- */

static void deliver(uint8_t byte) {
    pthread_mutex_lock(&inbox_lock);
    inbox.byte = byte;
    inbox.is_full = 1;
    pthread_mutex_unlock(&inbox_lock);
    sem_post(&message_ready);
}

static void *receiver(void *unused) {
    for (int round = 0; round < MESSAGES; round++) {
        uint16_t coded;
        sem_wait(&word_ready);
        if (!ring_take(&received, &coded)) continue;
        int byte = decode_byte(coded);
        if (byte >= 0) deliver((uint8_t)byte);
    }
    return unused;
}

/* ---- router ---- */

static int next_message(uint8_t *byte) {
    pthread_mutex_lock(&inbox_lock);
    int is_new = inbox.is_full;
    *byte = inbox.byte;
    inbox.is_full = 0;
    pthread_mutex_unlock(&inbox_lock);
    return is_new;
}

static void enqueue(uint8_t byte, uint8_t route, uint8_t port, uint8_t sequence) {
    struct frame frame = {.kind = port, .sequence = sequence};
    frame.words[0] = encode_byte(byte);
    frame.words[1] = encode_byte((uint8_t)~byte);
    pthread_mutex_lock(&queue_lock); // planted routes and queue: deadlock
    queue.frame = frame;
    queue.route = route;
    queue.is_full = 1;
    pthread_mutex_unlock(&queue_lock);
}

static void *router(void *unused) {
    for (uint8_t sequence = 0; sequence < MESSAGES; sequence++) {
        uint8_t byte;
        sem_wait(&message_ready);
        if (!next_message(&byte)) continue;
        uint8_t route = byte % ROUTES;
        pthread_mutex_lock(&routes_lock);
        uint8_t port = routes[route].port;
        routes[route].uses++;
        enqueue(byte, route, port, sequence);
        pthread_mutex_unlock(&routes_lock);
        sem_post(&frame_queued);
    }
    return unused;
}

/* ---- sender ---- */

/* One frame may be sent; the interrupt gives the credit back when the frame is out. */
static int take_credit(void) {
#ifdef FIXED
    disable_isr(UART_TX_IRQ);
#endif
    int has_credit = credits > 0; // planted credits: assertion
    if (has_credit) {
        credits--; // planted credits: assertion
        under_way++; // planted credits: assertion
    }
#ifdef FIXED
    enable_isr(UART_TX_IRQ);
#endif
    return has_credit;
}

static int next_frame(struct frame *frame) {
    pthread_mutex_lock(&queue_lock);
    int is_new = queue.is_full;
    *frame = queue.frame;
    queue.is_full = 0;
    pthread_mutex_unlock(&queue_lock);
    return is_new;
}

static void send(const struct frame *frame) {
    uint8_t wire[WIRE_BYTES];
    int count = put_on_wire(frame, wire);
    for (int i = 0; i < count; i++) UART_TX_DATA = wire[i];
}

static void *sender(void *unused) {
    for (int round = 0; round < MESSAGES; round++) {
        struct frame frame;
        sem_wait(&frame_queued);
        if (next_frame(&frame) && take_credit()) send(&frame);
    }
    return unused;
}

/* ---- keeper ---- */

/* A route that was not chosen for long is closed, unless its message is still in the queue. */
static void *keeper(void *unused) {
    uint32_t time = now();
#ifdef FIXED
    pthread_mutex_lock(&routes_lock);
    pthread_mutex_lock(&queue_lock);
#else
    pthread_mutex_lock(&queue_lock);
    pthread_mutex_lock(&routes_lock); // planted routes and queue: deadlock
#endif
    int busy = queue.is_full ? queue.route : -1;
    pthread_mutex_unlock(&queue_lock);
    for (int i = 0; i < ROUTES; i++)
        if (i != busy && routes[i].uses == 0 && time - routes[i].opened > 1000) routes[i].port = 0;
    pthread_mutex_unlock(&routes_lock);
    return unused;
}

int main(void) {
    pthread_t receiving, routing, sending, keeping;
    sem_init(&word_ready, 0, 0);
    sem_init(&message_ready, 0, 0);
    sem_init(&frame_queued, 0, 0);
    enable_isr(ALL_IRQS);
    pthread_create(&receiving, 0, receiver, 0);
    pthread_create(&routing, 0, router, 0);
    pthread_create(&sending, 0, sender, 0);
    pthread_create(&keeping, 0, keeper, 0);
    pthread_join(receiving, 0);
    pthread_join(routing, 0);
    pthread_join(sending, 0);
    pthread_join(keeping, 0);
    return 0;
}
