/* Control of a four-rotor aircraft in fixed point (Q8): filters, controllers, the mixer, frames of the telemetry. No shared state: everything
   works on what the caller owns. */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdint.h>

#define Q 8
#define ONE (1 << Q)
#define ROTORS 4

struct angles {
    int32_t roll, pitch, yaw;
};

struct pid {
    int32_t proportional, integral, derivative;
    int32_t sum, last;
};

static int32_t limited(int32_t value, int32_t low, int32_t high) {
    return value < low ? low : value > high ? high : value;
}

static int32_t scaled(int32_t value, int32_t factor) {
    return (int32_t)((int64_t)value * factor >> Q);
}

/* A step of a PID controller whose integral does not wind up. */
static int32_t pid_step(struct pid *pid, int32_t wanted, int32_t measured) {
    int32_t error = wanted - measured;
    int32_t change = error - pid->last;
    pid->sum = limited(pid->sum + error, -64 * ONE, 64 * ONE);
    pid->last = error;
    int32_t output = scaled(error, pid->proportional) + scaled(pid->sum, pid->integral) + scaled(change, pid->derivative);
    return limited(output, -128 * ONE, 128 * ONE);
}

/* The gyroscope is right for short, the accelerometer in the long run. */
static int32_t complementary(int32_t angle, int32_t rate, int32_t inclination) {
    int32_t predicted = angle + rate / 64;
    return predicted + (inclination - predicted) / 32;
}

static int32_t low_pass(int32_t filtered, int32_t sample, int32_t share) {
    return filtered + scaled(sample - filtered, share);
}

/* Metres above the place where the pressure was `ground`, in Q8; good near the ground. */
static int32_t height_of(int32_t pressure, int32_t ground) {
    return (ground - pressure) * 21;
}

/* Quad-X: rotors front right, rear right, rear left, front left. If one would have to run faster than it can, all run slower. */
static void mix(int32_t throttle, const struct angles *torque, int32_t speeds[ROTORS]) {
    int32_t most = 0;
    speeds[0] = throttle - torque->roll + torque->pitch - torque->yaw;
    speeds[1] = throttle - torque->roll - torque->pitch + torque->yaw;
    speeds[2] = throttle + torque->roll - torque->pitch - torque->yaw;
    speeds[3] = throttle + torque->roll + torque->pitch + torque->yaw;
    for (int i = 0; i < ROTORS; i++)
        if (speeds[i] > most) most = speeds[i];
    int32_t excess = most > 255 * ONE ? most - 255 * ONE : 0;
    for (int i = 0; i < ROTORS; i++) speeds[i] = limited(speeds[i] - excess, 0, 255 * ONE);
}

/* ---- telemetry ---- */

#define PACKET_BYTES 12

static uint8_t crc8(const uint8_t *bytes, int count) {
    uint8_t crc = 0;
    for (int i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0xd5 : crc << 1);
    }
    return crc;
}

static int put_word(uint8_t *bytes, int used, int32_t word) {
    bytes[used++] = (uint8_t)(word >> 16);
    bytes[used++] = (uint8_t)(word >> 8);
    bytes[used++] = (uint8_t)word;
    return used;
}

/* Kind, three numbers of 24 bits, the time, a check sum. */
static int packet(uint8_t kind, const struct angles *attitude, uint8_t time, uint8_t bytes[PACKET_BYTES]) {
    int used = 0;
    bytes[used++] = kind;
    used = put_word(bytes, used, attitude->roll);
    used = put_word(bytes, used, attitude->pitch);
    used = put_word(bytes, used, attitude->yaw);
    bytes[used++] = time;
    bytes[used] = crc8(bytes, used);
    return used + 1;
}

/* ---- the remote control ---- */

enum command_kind { COMMAND_NONE, COMMAND_STICK, COMMAND_LIMIT, COMMAND_LAND };

struct command {
    enum command_kind kind;
    int32_t value;
};

/* 4 bits of kind, 8 of value, 4 of check. */
static struct command decoded(uint16_t word) {
    struct command none = {COMMAND_NONE, 0};
    uint8_t kind = (uint8_t)(word >> 12), value = (uint8_t)(word >> 4), check = (uint8_t)(word & 15);
    if ((kind ^ value >> 4 ^ (value & 15)) != check || kind > COMMAND_LAND) return none;
    return (struct command){(enum command_kind)kind, (int32_t)(int8_t)value * ONE / 4};
}

#endif
