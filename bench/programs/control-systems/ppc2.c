/* Control of a four-rotor aircraft, four threads and four interrupts. Fusion makes an attitude of what the inertial sensor's interrupt brings and
   a height of the barometer's; the controller follows the pilot's wishes within the limits; telemetry sends what is estimated, with the
   timer's beat. Barometer and receiver are on one bus, their interrupts have one priority: neither comes into the other. */
#include <pthread.h>
#include <semaphore.h>

#include "board.h"
#include "control.h"

enum { RADIO_IRQ = 1, BAROMETER_IRQ = 2, IMU_IRQ = 3, TIMER_IRQ = 4 };

static volatile uint16_t IMU_DATA = 3 * ONE, RADIO_DATA = 0x2507; /* COMMAND_LIMIT 0x50 */
static volatile int32_t BAROMETER_DATA = 1005 * ONE;
static volatile int32_t ROTOR_SPEED[ROTORS];
static volatile uint8_t MODEM_DATA;

/* ---- what interrupts and threads share ---- */

static struct ring imu_words, radio_words;
static atomic_int pressure = 1013 * ONE;
static atomic_uint beats;
static sem_t sample_ready, word_ready, estimate_ready;
static unsigned bus_transfers;

void imu_isr(void) {
    if (ring_put(&imu_words, IMU_DATA)) sem_post(&sample_ready);
}

void barometer_isr(void) {
    bus_transfers++; // alarm bus_transfers
    atomic_store(&pressure, BAROMETER_DATA);
}

void radio_isr(void) {
    bus_transfers++; // alarm bus_transfers
    if (ring_put(&radio_words, RADIO_DATA)) sem_post(&word_ready);
}

void timer_isr(void) {
    atomic_fetch_add(&beats, 1);
}

/* ---- what threads share ---- */

static pthread_mutex_t estimate_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    struct angles attitude;
    int32_t height;
} estimate;

static pthread_mutex_t wanted_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    int32_t roll, height;
    int32_t tilt;
} wanted = {.height = ONE, .tilt = 20 * ONE};

/* ---- fusion ---- */

static void *fusion(void *unused) {
    int32_t roll = 0, height = 0;
    uint16_t word;
    sem_wait(&sample_ready);
    if (!ring_take(&imu_words, &word)) return unused;
    roll = complementary(roll, (int32_t)word, (int32_t)(word & 0xff));
    height = low_pass(height, height_of(atomic_load(&pressure), 1013 * ONE), ONE / 4);
    pthread_mutex_lock(&estimate_lock);
    estimate.attitude.roll = roll;
    estimate.height = height;
    pthread_mutex_unlock(&estimate_lock);
    sem_post(&estimate_ready);
    return unused;
}

/* ---- controller ---- */

static int32_t allowed_roll(void) {
    pthread_mutex_lock(&wanted_lock);
    int32_t roll = wanted.roll;
#ifdef FIXED
    int32_t tilt = wanted.tilt;
#endif
    pthread_mutex_unlock(&wanted_lock);
#ifndef FIXED
    int32_t tilt = wanted.tilt; // planted tilt: race
#endif
    return limited(roll, -tilt, tilt);
}

static void set_rotors(int32_t throttle, const struct angles *torque) {
    int32_t speeds[ROTORS];
    mix(throttle, torque, speeds);
    for (int i = 0; i < ROTORS; i++) ROTOR_SPEED[i] = speeds[i];
}

static void *controller(void *unused) {
    struct pid roll = {.proportional = 2 * ONE, .integral = ONE / 16, .derivative = ONE / 2};
    struct pid climb = {.proportional = ONE, .integral = ONE / 32};
    sem_wait(&estimate_ready);
    pthread_mutex_lock(&estimate_lock);
    int32_t angle = estimate.attitude.roll, height = estimate.height;
    pthread_mutex_unlock(&estimate_lock);
    struct angles torque = {.roll = pid_step(&roll, allowed_roll(), angle)};
    int32_t throttle = 100 * ONE + pid_step(&climb, ONE, height);
    set_rotors(throttle, &torque);
    return unused;
}

/* ---- pilot ---- */

static void obey(struct command command) {
    pthread_mutex_lock(&wanted_lock);
    if (command.kind == COMMAND_STICK) wanted.roll = command.value;
    if (command.kind == COMMAND_LIMIT) wanted.tilt = command.value; // planted tilt: race
    if (command.kind == COMMAND_LAND) wanted.height = 0;
    pthread_mutex_unlock(&wanted_lock);
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
    pthread_mutex_lock(&estimate_lock);
    struct angles attitude = estimate.attitude;
    pthread_mutex_unlock(&estimate_lock);
    int count = packet(1, &attitude, (uint8_t)atomic_load(&beats), bytes);
    for (int i = 0; i < count; i++) MODEM_DATA = bytes[i];
    return unused;
}

int main(void) {
    pthread_t fusing, controlling, flying, telling;
    sem_init(&sample_ready, 0, 0);
    sem_init(&word_ready, 0, 0);
    sem_init(&estimate_ready, 0, 0);
    enable_isr(ALL_IRQS);
    pthread_create(&fusing, 0, fusion, 0);
    pthread_create(&controlling, 0, controller, 0);
    pthread_create(&flying, 0, pilot, 0);
    pthread_create(&telling, 0, telemetry, 0);
    pthread_join(fusing, 0);
    pthread_join(controlling, 0);
    pthread_join(flying, 0);
    pthread_join(telling, 0);
    return 0;
}
