/* Temperature logger, 2 interrupts. A timer interrupt measures and appends to the log; a more urgent one of the serial line carries out
   the commands of the host: it empties the log or sends its newest entry. The log is an array in which every entry carries its own
   position; appending keeps the serial line out, so a measurement is always written where the log says that the next one goes. */
#include <assert.h>
#include <preempt.h>
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define ALL_IRQS (-1)
#define SERIAL_IRQ 2

#define CAPACITY 4
#define NO_POSITION 0xff
#define CALIBRATION_GAIN 1221
#define CALIBRATION_SHIFT 8
#define CALIBRATION_OFFSET 500

enum command { IDLE, CLEAR, SEND_NEWEST };

struct entry {
    uint8_t position;
    int16_t temperature; /* tenths of a degree */
};

static volatile struct entry entries[CAPACITY];
static volatile uint8_t next;           /* where the next measurement goes */
static volatile int32_t sum;            /* of all temperatures in the log */
static volatile int16_t sent;           /* what the host saw last */
static volatile uint8_t clears, stored; /* what happened so far */

static int16_t converter_read(void) {
    const uint16_t raw = preempt_nondet_u16() & 0x3ff;

    return (int16_t)((((int32_t)raw * CALIBRATION_GAIN) >> CALIBRATION_SHIFT) - CALIBRATION_OFFSET);
}

static void log_clear(void) {
    for (uint8_t i = 0; i < CAPACITY; i++) {
        entries[i].position = NO_POSITION;
        entries[i].temperature = 0;
    }
    next = 0;
    sum = 0;
}

static void log_append(int16_t temperature) {
    const uint8_t position = next;

    if (position >= CAPACITY) return;
    entries[position].position = position;
    entries[position].temperature = temperature;
    sum = sum + temperature;
    next = (uint8_t)(position + 1);
    stored++;
}

/* The measurement task. */
void timer_isr_1(void) {
    const int16_t temperature = converter_read();

    disable_isr(SERIAL_IRQ);
    log_append(temperature);
    enable_isr(SERIAL_IRQ);
}

/* The communication task. */
void serial_isr_2(void) {
    const uint8_t command = preempt_nondet_u8();

    if (command == CLEAR) {
        log_clear();
        clears++;
    } else if (command == SEND_NEWEST) {
        const uint8_t newest = (uint8_t)(next - 1);

        if (newest < CAPACITY) {
            assert(entries[newest].position == newest);
            sent = entries[newest].temperature;
        }
    }
}

/* Every entry below `next` is at its place, no other is in use, and the sum is that of the entries. */
static void log_check(void) {
    int32_t total = 0;

    for (uint8_t i = 0; i < CAPACITY; i++) {
        if (i < next) {
            assert(entries[i].position == i);
            total += entries[i].temperature;
        } else {
            assert(entries[i].position == NO_POSITION);
        }
    }
    assert(total == sum);
    if (clears == 0) assert(next == 2 + stored);
}

int main(void) {
    log_clear();
    log_append(215);
    log_append(converter_read());
    stored = 0;
    enable_isr(ALL_IRQS);

    disable_isr(ALL_IRQS);
    log_check();
    enable_isr(ALL_IRQS);
    return 0;
}
