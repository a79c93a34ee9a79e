/* Channel coding of the communication programs: Hamming(8,4) code words, CRC-16 of frames, byte stuffing. No shared state: everything works
   on what the caller owns. */
#ifndef CODEC_H
#define CODEC_H

#include <stdint.h>

#define FRAME_WORDS 2
#define FRAME_BYTES (FRAME_WORDS * 2 + 4)
#define WIRE_BYTES (FRAME_BYTES * 2 + 2)
#define FLAG 0x7e
#define ESCAPE 0x7d

struct frame {
    uint8_t kind;
    uint8_t sequence;
    uint16_t words[FRAME_WORDS];
};

/* d1 d2 d3 d4 p1 p2 p3 p0: corrects one bit, detects two. */
static uint8_t hamming_encode(uint8_t nibble) {
    uint8_t d1 = nibble >> 3 & 1, d2 = nibble >> 2 & 1, d3 = nibble >> 1 & 1, d4 = nibble & 1;
    uint8_t p1 = d1 ^ d2 ^ d4, p2 = d1 ^ d3 ^ d4, p3 = d2 ^ d3 ^ d4;
    uint8_t word = (uint8_t)(d1 << 7 | d2 << 6 | d3 << 5 | d4 << 4 | p1 << 3 | p2 << 2 | p3 << 1);
    uint8_t parity = 0;
    for (int bit = 1; bit < 8; bit++) parity ^= word >> bit & 1;
    return word | parity;
}

static uint16_t encode_byte(uint8_t byte) {
    return (uint16_t)(hamming_encode(byte >> 4) << 8 | hamming_encode(byte & 15));
}

/* The nibble, or -1 if more than one bit is wrong. */
static int hamming_decode(uint8_t word) {
    for (uint8_t nibble = 0; nibble < 16; nibble++) {
        uint8_t wrong = hamming_encode(nibble) ^ word;
        if ((wrong & (wrong - 1)) == 0) return nibble;
    }
    return -1;
}

static int decode_byte(uint16_t coded) {
    int high = hamming_decode((uint8_t)(coded >> 8)), low = hamming_decode((uint8_t)coded);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
}

static uint16_t crc16(const uint8_t *bytes, int count) {
    uint16_t crc = 0xffff;
    for (int i = 0; i < count; i++) {
        crc ^= (uint16_t)(bytes[i] << 8);
        for (int bit = 0; bit < 8; bit++) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static int frame_bytes(const struct frame *frame, uint8_t *bytes) {
    int used = 0;
    bytes[used++] = frame->kind;
    bytes[used++] = frame->sequence;
    for (int i = 0; i < FRAME_WORDS; i++) {
        bytes[used++] = (uint8_t)(frame->words[i] >> 8);
        bytes[used++] = (uint8_t)frame->words[i];
    }
    uint16_t crc = crc16(bytes, used);
    bytes[used++] = (uint8_t)(crc >> 8);
    bytes[used++] = (uint8_t)crc;
    return used;
}

static int stuff_byte(uint8_t *wire, int used, uint8_t byte) {
    if (byte == FLAG || byte == ESCAPE) {
        wire[used++] = ESCAPE;
        byte ^= 0x20;
    }
    wire[used++] = byte;
    return used;
}

/* What goes over the wire for a frame; returns how many bytes. */
static int put_on_wire(const struct frame *frame, uint8_t *wire) {
    uint8_t bytes[FRAME_BYTES];
    int count = frame_bytes(frame, bytes), used = 0;
    wire[used++] = FLAG;
    for (int i = 0; i < count; i++) used = stuff_byte(wire, used, bytes[i]);
    wire[used++] = FLAG;
    return used;
}

#endif
