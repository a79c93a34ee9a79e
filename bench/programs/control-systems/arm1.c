/* Coding and communication, two threads and two interrupts. The converter's interrupt puts samples into a ring; the encoder makes code words
   of them and frames of these; the sender gives each frame a check sum and sends it, and the transmitter's interrupt tells that it is out.
   Nothing is wrong here. */
#include <pthread.h>
#include <semaphore.h>

#include "board.h"
#include "codec.h"

#define FRAMES 2
enum { ADC_IRQ = 1, UART_TX_IRQ = 2 };

static volatile uint16_t ADC_DATA;
static volatile uint8_t UART_DATA;

static struct ring samples;
static sem_t sample_ready, frame_ready, transmitter_free;

static pthread_mutex_t outbox_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    struct frame frame;
    unsigned dropped;
    int is_full;
} outbox;

static atomic_uint frames_out;

void adc_isr(void) {
    if (ring_put(&samples, ADC_DATA)) sem_post(&sample_ready);
}

void uart_tx_isr(void) {
    atomic_fetch_add(&frames_out, 1);
    sem_post(&transmitter_free);
}

static struct frame encoded(uint16_t sample, uint8_t sequence) {
    struct frame frame = {.kind = 1, .sequence = sequence};
    frame.words[0] = encode_byte((uint8_t)(sample >> 8));
    frame.words[1] = encode_byte((uint8_t)sample);
    return frame;
}

static void *encoder(void *unused) {
    for (uint8_t sequence = 0; sequence < FRAMES; sequence++) {
        uint16_t sample;
        sem_wait(&sample_ready);
        if (!ring_take(&samples, &sample)) continue;
        struct frame frame = encoded(sample, sequence);
        pthread_mutex_lock(&outbox_lock);
        if (outbox.is_full) outbox.dropped++;
        outbox.frame = frame;
        outbox.is_full = 1;
        pthread_mutex_unlock(&outbox_lock);
        sem_post(&frame_ready);
    }
    return unused;
}

static int next_frame(struct frame *frame) {
    pthread_mutex_lock(&outbox_lock);
    int is_new = outbox.is_full;
    if (is_new) {
        *frame = outbox.frame;
        outbox.is_full = 0;
    }
    pthread_mutex_unlock(&outbox_lock);
    return is_new;
}

static void *sender(void *unused) {
    uint8_t wire[WIRE_BYTES];
    for (int round = 0; round < FRAMES; round++) {
        struct frame frame;
        sem_wait(&frame_ready);
        if (!next_frame(&frame)) continue;
        sem_wait(&transmitter_free);
        int count = put_on_wire(&frame, wire);
        for (int i = 0; i < count; i++) UART_DATA = wire[i];
    }
    return unused;
}

int main(void) {
    pthread_t encoding, sending;
    sem_init(&sample_ready, 0, 0);
    sem_init(&frame_ready, 0, 0);
    sem_init(&transmitter_free, 0, 1);
    enable_isr(ALL_IRQS);
    pthread_create(&encoding, 0, encoder, 0);
    pthread_create(&sending, 0, sender, 0);
    pthread_join(encoding, 0);
    pthread_join(sending, 0);
    return 0;
}
