/* Temperature logger, 3 interrupts. A timer interrupt measures, smooths and appends to the log; a more urgent one of the serial line carries
   out the commands of the host: it empties the log, checks what it sends, or sets the clock; the most urgent one counts the time. Every entry
   carries its position, its time (as minute and second, and as ticks) and a check word. Measuring keeps both others out while it looks at
   clock and log, and the serial line keeps the clock out, so an entry is always consistent and written where the next one goes. */
#include <assert.h>
#include <preempt.h>
#include <stdint.h>

void enable_isr(int irq);
void disable_isr(int irq);

#define ALL_IRQS (-1)
#define SERIAL_IRQ 2
#define CLOCK_IRQ 3

#define CAPACITY 6
#define NO_POSITION 0xff
#define CALIBRATION_GAIN 1221
#define CALIBRATION_SHIFT 8
#define CALIBRATION_OFFSET 500
#define CHECK_FACTOR 31u

enum command { IDLE, CLEAR, SEND_NEWEST, SET_CLOCK };

struct time {
    uint8_t minute, second;
    uint16_t ticks; /* 60 * minute + second */
};

struct entry {
    uint8_t position;
    struct time time;
    int16_t temperature; /* tenths of a degree */
    uint32_t check;
};

static volatile struct entry entries[CAPACITY];
static volatile uint8_t next; /* where the next measurement goes */
static volatile int32_t sum;  /* of all temperatures in the log */
static volatile struct time now;
static volatile uint32_t sent; /* what the host saw last */
static volatile uint8_t clears, stored;
static int32_t smoothed; /* of the measurement task alone */

static uint32_t check_word(uint16_t ticks, int16_t temperature) {
    return CHECK_FACTOR * ticks + (uint16_t)temperature;
}

static int16_t converter_read(void) {
    const uint16_t raw = preempt_nondet_u16() & 0x3ff;

    return (int16_t)((((int32_t)raw * CALIBRATION_GAIN) >> CALIBRATION_SHIFT) - CALIBRATION_OFFSET);
}

static int16_t smooth(int16_t temperature) {
    smoothed = smoothed - (smoothed >> 3) + temperature;
    return (int16_t)(smoothed >> 3);
}

static void clock_set(uint8_t minute, uint8_t second) {
    now.minute = minute;
    now.second = second;
    now.ticks = (uint16_t)(60 * minute + second);
}

static void log_clear(void) {
    for (uint8_t i = 0; i < CAPACITY; i++) {
        entries[i].position = NO_POSITION;
        entries[i].check = 0;
    }
    next = 0;
    sum = 0;
}

static void log_append(int16_t temperature) {
    const uint8_t position = next;

    if (position >= CAPACITY) return;
    entries[position].position = position;
    entries[position].time.minute = now.minute;
    entries[position].time.second = now.second;
    entries[position].time.ticks = now.ticks;
    entries[position].temperature = temperature;
    entries[position].check = check_word(now.ticks, temperature);
    sum = sum + temperature;
    next = (uint8_t)(position + 1);
    stored++;
}

static void entry_check(uint8_t position) {
    assert(entries[position].position == position);
    assert(entries[position].time.ticks == 60 * entries[position].time.minute + entries[position].time.second);
    assert(entries[position].check == check_word(entries[position].time.ticks, entries[position].temperature));
}

/* The measurement task. */
void timer_isr_1(void) {
    const int16_t temperature = smooth(converter_read());

    disable_isr(SERIAL_IRQ);
    disable_isr(CLOCK_IRQ);
    log_append(temperature);
    enable_isr(CLOCK_IRQ);
    enable_isr(SERIAL_IRQ);
}

/* The communication task. */
void serial_isr_2(void) {
    const uint8_t command = preempt_nondet_u8();
    const uint8_t newest = (uint8_t)(next - 1);

    if (command == CLEAR) {
        log_clear();
        clears++;
    } else if (command == SEND_NEWEST && newest < CAPACITY) {
        entry_check(newest);
        sent = entries[newest].check;
    } else if (command == SET_CLOCK) {
        const uint8_t second = preempt_nondet_u8();

        preempt_assume(second < 60);
        disable_isr(CLOCK_IRQ);
        clock_set(10, second);
        enable_isr(CLOCK_IRQ);
    }
}

/* The clock. */
void clock_isr_3(void) {
    now.ticks = (uint16_t)(now.ticks + 1);
    if (now.second == 59) {
        now.second = 0;
        now.minute = (uint8_t)(now.minute + 1);
    } else {
        now.second = (uint8_t)(now.second + 1);
    }
}

/* Every entry below `next` is consistent and at its place, no other is in use; clock and sum are consistent, too. */
static void logger_check(void) {
    int32_t total = 0;

    for (uint8_t i = 0; i < CAPACITY; i++) {
        if (i < next) {
            entry_check(i);
            total += entries[i].temperature;
        } else {
            assert(entries[i].position == NO_POSITION);
        }
    }
    assert(total == sum);
    assert(now.ticks == 60 * now.minute + now.second);
    if (clears == 0) assert(next == 2 + stored);
}

int main(void) {
    const uint8_t second = preempt_nondet_u8();

    preempt_assume(second < 60);
    clock_set(7, second);
    log_clear();
    log_append(215);
    log_append(smooth(converter_read()));
    stored = 0;
    enable_isr(ALL_IRQS);

    disable_isr(ALL_IRQS);
    logger_check();
    enable_isr(ALL_IRQS);
    return 0;
}
