/* Control of a four-rotor aircraft, two threads and two interrupts. The inertial sensor's interrupt brings a turn rate and the inclination
   that belongs to it; the controller fuses the two into an angle and sets the rotors; the pilot thread decodes what the receiver's interrupt
   has put into a ring, and sets what the controller is to follow. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#include "board.h"
#include "control.h"

#define ROUNDS 2
enum { RADIO_IRQ = 1, IMU_IRQ = 2 };

static volatile int32_t GYRO_DATA = 3 * ONE, ACCELEROMETER_DATA = ONE;
static volatile uint16_t RADIO_DATA = 0x1441; /* COMMAND_STICK 0x44 */
static volatile int32_t ROTOR_SPEED[ROTORS];

static struct ring radio_words;
static sem_t sample_ready, word_ready;

/* The two of one measurement; `serial` counts measurements in both. */
static volatile struct {
    int32_t rate, inclination;
    uint8_t rate_serial, inclination_serial;
} measured;

static pthread_mutex_t wanted_lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
    struct angles attitude;
    int32_t throttle;
} wanted = {.throttle = 100 * ONE};

void imu_isr(void) {
    measured.rate = GYRO_DATA; // planted measured: assertion
    measured.rate_serial++; // planted measured: assertion
    measured.inclination = ACCELEROMETER_DATA; // planted measured: assertion
    measured.inclination_serial++; // planted measured: assertion
    sem_post(&sample_ready);
}

void radio_isr(void) {
    if (ring_put(&radio_words, RADIO_DATA)) sem_post(&word_ready);
}

/* ---- controller ---- */

struct measurement {
    int32_t rate, inclination;
};

static struct measurement latest_measurement(void) {
#ifdef FIXED
    disable_isr(IMU_IRQ);
#endif
    int32_t rate = measured.rate; // planted measured: assertion
    uint8_t rate_serial = measured.rate_serial; // planted measured: assertion
    int32_t inclination = measured.inclination; // planted measured: assertion
    uint8_t inclination_serial = measured.inclination_serial; // planted measured: assertion
#ifdef FIXED
    enable_isr(IMU_IRQ);
#endif
    assert(rate_serial == inclination_serial); // planted measured: assertion
    return (struct measurement){rate, inclination};
}

static struct angles wanted_attitude(int32_t *throttle) {
    pthread_mutex_lock(&wanted_lock);
    struct angles attitude = wanted.attitude;
    *throttle = wanted.throttle;
    pthread_mutex_unlock(&wanted_lock);
    return attitude;
}

static void set_rotors(int32_t throttle, const struct angles *torque) {
    int32_t speeds[ROTORS];
    mix(throttle, torque, speeds);
    for (int i = 0; i < ROTORS; i++) ROTOR_SPEED[i] = speeds[i];
}

static void *controller(void *unused) {
    struct pid roll = {.proportional = 2 * ONE, .integral = ONE / 16, .derivative = ONE / 2};
    int32_t angle = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int32_t throttle;
        sem_wait(&sample_ready);
        struct measurement measurement = latest_measurement();
        angle = complementary(angle, measurement.rate, measurement.inclination);
        struct angles target = wanted_attitude(&throttle);
        struct angles torque = {.roll = pid_step(&roll, target.roll, angle)};
        set_rotors(throttle, &torque);
    }
    return unused;
}

/* ---- pilot ---- */

static void obey(struct command command) {
    pthread_mutex_lock(&wanted_lock);
    if (command.kind == COMMAND_STICK) wanted.attitude.roll = command.value;
    if (command.kind == COMMAND_LAND) wanted.throttle = low_pass(wanted.throttle, 0, ONE / 4);
    pthread_mutex_unlock(&wanted_lock);
}

static void *pilot(void *unused) {
    for (int round = 0; round < ROUNDS; round++) {
        uint16_t word;
        sem_wait(&word_ready);
        if (ring_take(&radio_words, &word)) obey(decoded(word));
    }
    return unused;
}

int main(void) {
    pthread_t controlling, flying;
    sem_init(&sample_ready, 0, 0);
    sem_init(&word_ready, 0, 0);
    enable_isr(ALL_IRQS);
    pthread_create(&controlling, 0, controller, 0);
    pthread_create(&flying, 0, pilot, 0);
    pthread_join(controlling, 0);
    pthread_join(flying, 0);
    return 0;
}
