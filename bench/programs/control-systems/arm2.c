/* Coding and communication, three threads and two interrupts. The receiver takes coded words that the serial line's interrupt has put into a
   ring, corrects them and hands the bytes on; the responder answers each with a frame that bears the time; the monitor reports how good the
   line is. The time is the timer interrupt's, and is read with that interrupt switched off. */
#include <pthread.h>
#include <semaphore.h>

#include "board.h"
#include "codec.h"

#define MESSAGES 1
enum { UART_RX_IRQ = 1, TIMER_IRQ = 2 };

static volatile uint16_t UART_RX_DATA = 0x4b0e; /* 0x41, one bit wrong */
static volatile uint8_t UART_TX_DATA, LED;

static struct ring received;
static sem_t word_ready, message_ready;
static uint32_t ticks;

static pthread_mutex_t inbox_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    uint8_t byte;
    uint8_t sequence;
    int is_full;
} inbox;

static pthread_mutex_t quality_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    unsigned words;
    unsigned corrected;
    unsigned lost;
} quality;

void uart_rx_isr(void) {
    if (ring_put(&received, UART_RX_DATA)) sem_post(&word_ready);
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

static void count_word(int byte, uint16_t coded) {
    int was_corrected = byte >= 0 && encode_byte((uint8_t)byte) != coded;
    pthread_mutex_lock(&quality_lock);
    quality.words++;
    if (byte < 0) quality.lost++;
#ifdef FIXED
    if (was_corrected) quality.corrected++;
#endif
    pthread_mutex_unlock(&quality_lock);
#ifndef FIXED
    if (was_corrected) quality.corrected++; // planted corrected: race
#endif
}

static void deliver(uint8_t byte, uint8_t sequence) {
    pthread_mutex_lock(&inbox_lock);
    inbox.byte = byte;
    inbox.sequence = sequence;
    inbox.is_full = 1;
    pthread_mutex_unlock(&inbox_lock);
    sem_post(&message_ready);
}

static void *receiver(void *unused) {
    for (uint8_t sequence = 0; sequence < MESSAGES; sequence++) {
        uint16_t coded;
        sem_wait(&word_ready);
        if (!ring_take(&received, &coded)) continue;
        int byte = decode_byte(coded);
        count_word(byte, coded);
        if (byte >= 0) deliver((uint8_t)byte, sequence);
    }
    return unused;
}

static int next_message(uint8_t *byte, uint8_t *sequence) {
    pthread_mutex_lock(&inbox_lock);
    int is_new = inbox.is_full;
    *byte = inbox.byte;
    *sequence = inbox.sequence;
    inbox.is_full = 0;
    pthread_mutex_unlock(&inbox_lock);
    return is_new;
}

static void respond(uint8_t byte, uint8_t sequence, uint32_t time) {
    struct frame frame = {.kind = 2, .sequence = sequence};
    uint8_t wire[WIRE_BYTES];
    frame.words[0] = encode_byte(byte);
    frame.words[1] = (uint16_t)time;
    int count = put_on_wire(&frame, wire);
    for (int i = 0; i < count; i++) UART_TX_DATA = wire[i];
}

static void *responder(void *unused) {
    for (int round = 0; round < MESSAGES; round++) {
        uint8_t byte, sequence;
        sem_wait(&message_ready);
        if (next_message(&byte, &sequence)) respond(byte, sequence, now());
    }
    return unused;
}

/* Lights the lamp while more than one word in eight needs correction or is lost. */
static void *monitor(void *unused) {
    pthread_mutex_lock(&quality_lock);
    unsigned words = quality.words;
    unsigned bad = quality.lost + quality.corrected; // planted corrected: race
    pthread_mutex_unlock(&quality_lock);
    LED = (uint8_t)(bad * 8 > words);
    return unused;
}

int main(void) {
    pthread_t receiving, responding, monitoring;
    sem_init(&word_ready, 0, 0);
    sem_init(&message_ready, 0, 0);
    enable_isr(ALL_IRQS);
    pthread_create(&receiving, 0, receiver, 0);
    pthread_create(&responding, 0, responder, 0);
    pthread_create(&monitoring, 0, monitor, 0);
    pthread_join(receiving, 0);
    pthread_join(responding, 0);
    pthread_join(monitoring, 0);
    return 0;
}
