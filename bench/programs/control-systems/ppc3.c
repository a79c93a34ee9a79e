/* Control of a four-rotor aircraft, six threads and five interrupts. Fusion makes an attitude of what the inertial sensor's interrupt brings;
   altitude makes a throttle of barometer and satellites; the controller sets the rotors; the pilot decodes commands; telemetry sends what
   is estimated, with the timer's beat; the supervisor stops the rotors when the battery is low. Main only starts them. Barometer and
   satellites are on one bus, their interrupts have one priority: neither comes into the other. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#include "board.h"
#include "control.h"

enum { RADIO_IRQ = 1, GPS_IRQ = 2, BAROMETER_IRQ = 3, IMU_IRQ = 4, TIMER_IRQ = 5 };

static volatile uint16_t IMU_DATA = 3 * ONE, RADIO_DATA = 0x3003; /* COMMAND_LAND */
static volatile int32_t BAROMETER_DATA = 1005 * ONE, GPS_DATA = 2 * ONE;
static volatile int32_t ROTOR_SPEED[ROTORS];
static volatile uint16_t BATTERY_MILLIVOLTS = 9900;
static volatile uint8_t MODEM_DATA;

/* ---- what interrupts and threads share ---- */

static struct ring imu_words, radio_words;
static atomic_int pressure = 1013 * ONE, satellite_height;
static sem_t sample_ready, word_ready, attitude_ready;
static atomic_uint beats;
static unsigned bus_transfers;

void imu_isr(void) {
    if (ring_put(&imu_words, IMU_DATA)) sem_post(&sample_ready);
}

void barometer_isr(void) {
    bus_transfers++; // alarm bus_transfers
    atomic_store(&pressure, BAROMETER_DATA);
}

void gps_isr(void) {
    bus_transfers++; // alarm bus_transfers
    atomic_store(&satellite_height, GPS_DATA);
}

void radio_isr(void) {
    if (ring_put(&radio_words, RADIO_DATA)) sem_post(&word_ready);
}

void timer_isr(void) {
    atomic_fetch_add(&beats, 1);
}

/* ---- what threads share ---- */

static pthread_mutex_t attitude_lock = PTHREAD_MUTEX_INITIALIZER;
static struct angles attitude;

static pthread_mutex_t height_lock = PTHREAD_MUTEX_INITIALIZER;
static int32_t height;

static pthread_mutex_t wanted_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    int32_t roll, height;
} wanted = {.height = 4 * ONE};

static atomic_int throttle = 100 * ONE;

/* ---- the mode of flight ---- */

enum mode { MODE_FLYING, MODE_LANDING, MODE_STOPPED };

static pthread_mutex_t mode_lock = PTHREAD_MUTEX_INITIALIZER;
static enum mode mode;

static void stop(void) {
    pthread_mutex_lock(&mode_lock);
    mode = MODE_STOPPED;
    pthread_mutex_unlock(&mode_lock);
}

/* From flying only: rotors that were stopped stay so. */
static void begin_landing(void) {
    pthread_mutex_lock(&mode_lock);
    int is_flying = mode == MODE_FLYING;
#ifndef FIXED
    pthread_mutex_unlock(&mode_lock);
#endif
    if (is_flying) {
#ifndef FIXED
        pthread_mutex_lock(&mode_lock);
#endif
        assert(mode != MODE_STOPPED); // planted mode: assertion
        mode = MODE_LANDING;
#ifndef FIXED
        pthread_mutex_unlock(&mode_lock);
#endif
    }
#ifdef FIXED
    pthread_mutex_unlock(&mode_lock);
#endif
}

/* ---- fusion ---- */

static void *fusion(void *unused) {
    uint16_t word;
    sem_wait(&sample_ready);
    if (!ring_take(&imu_words, &word)) return unused;
    int32_t roll = complementary(0, (int32_t)word, (int32_t)(word & 0xff));
    pthread_mutex_lock(&attitude_lock);
    attitude.roll = roll;
    pthread_mutex_unlock(&attitude_lock);
    sem_post(&attitude_ready);
    return unused;
}

/* ---- altitude ---- */

static int32_t estimated_height(int32_t before) {
    int32_t by_air = height_of(atomic_load(&pressure), 1013 * ONE);
    int32_t by_satellite = atomic_load(&satellite_height);
    return low_pass(before, low_pass(by_air, by_satellite, ONE / 16), ONE / 4);
}

static void *altitude(void *unused) {
    struct pid climb = {.proportional = ONE, .integral = ONE / 32};
    pthread_mutex_lock(&height_lock);
    height = estimated_height(height);
#ifdef FIXED
    int32_t current = height;
    pthread_mutex_unlock(&height_lock);
    pthread_mutex_lock(&wanted_lock);
    int32_t target = wanted.height;
    pthread_mutex_unlock(&wanted_lock);
#else
    int32_t current = height;
    pthread_mutex_lock(&wanted_lock); // planted height and wish: deadlock
    int32_t target = wanted.height;
    pthread_mutex_unlock(&wanted_lock);
    pthread_mutex_unlock(&height_lock);
#endif
    atomic_store(&throttle, 100 * ONE + pid_step(&climb, target, current));
    return unused;
}

/* ---- controller ---- */

static void set_rotors(int32_t lift, const struct angles *torque) {
    int32_t speeds[ROTORS];
    mix(lift, torque, speeds);
    for (int i = 0; i < ROTORS; i++) ROTOR_SPEED[i] = speeds[i];
}

static void *controller(void *unused) {
    struct pid roll = {.proportional = 2 * ONE, .integral = ONE / 16, .derivative = ONE / 2};
    sem_wait(&attitude_ready);
    pthread_mutex_lock(&attitude_lock);
    int32_t angle = attitude.roll;
    pthread_mutex_unlock(&attitude_lock);
    struct angles torque = {.roll = pid_step(&roll, 0, angle)};
    set_rotors(atomic_load(&throttle), &torque);
    return unused;
}

/* ---- pilot ---- */

/* Lands from where it is: what is wanted begins at the height that is. */
static void land(void) {
    pthread_mutex_lock(&wanted_lock);
    pthread_mutex_lock(&height_lock); // planted height and wish: deadlock
    wanted.height = low_pass(height, 0, ONE / 2);
    pthread_mutex_unlock(&height_lock);
    pthread_mutex_unlock(&wanted_lock);
    begin_landing();
}

static void obey(struct command command) {
    if (command.kind == COMMAND_LAND) {
        land();
    } else if (command.kind == COMMAND_STICK) {
        pthread_mutex_lock(&wanted_lock);
        wanted.roll = command.value;
        pthread_mutex_unlock(&wanted_lock);
    }
}

static void *pilot(void *unused) {
    uint16_t word;
    sem_wait(&word_ready);
    if (ring_take(&radio_words, &word)) obey(decoded(word));
    return unused;
}

/* ---- telemetry ---- */

static void *telemetry(void *unused) {
    uint8_t bytes[PACKET_BYTES];
    pthread_mutex_lock(&attitude_lock);
    struct angles current = attitude;
    pthread_mutex_unlock(&attitude_lock);
    int count = packet(1, &current, (uint8_t)atomic_load(&beats), bytes);
    for (int i = 0; i < count; i++) MODEM_DATA = bytes[i];
    return unused;
}

/* ---- supervisor ---- */

static void *supervisor(void *unused) {
    int32_t millivolts = BATTERY_MILLIVOLTS;
    if (millivolts < 10000) stop();
    return unused;
}

int main(void) {
    static void *(*const entries[])(void *) = {fusion, altitude, controller, pilot, telemetry, supervisor};
    pthread_t threads[6];
    sem_init(&sample_ready, 0, 0);
    sem_init(&word_ready, 0, 0);
    sem_init(&attitude_ready, 0, 0);
    enable_isr(ALL_IRQS);
    for (int i = 0; i < 6; i++) pthread_create(&threads[i], 0, entries[i], 0);
    for (int i = 0; i < 6; i++) pthread_join(threads[i], 0);
    return 0;
}
