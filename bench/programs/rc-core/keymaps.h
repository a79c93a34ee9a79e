/* Key maps: which scancode of which remote control is which key. */
#ifndef RC_KEYMAPS_H
#define RC_KEYMAPS_H

#include "kernel.h"
#include "protocols.h"

enum key {
    KEY_0 = 11,
    KEY_1 = 2,
    KEY_2 = 3,
    KEY_3 = 4,
    KEY_VOLUME_DOWN = 114,
    KEY_VOLUME_UP = 115,
    KEY_POWER = 116,
    KEY_CHANNEL_UP = 402,
    KEY_CHANNEL_DOWN = 403
};

struct rc_map_entry {
    u16 scancode;
    u16 key;
};

#define MAP_SIZE 8

struct rc_map {
    struct rc_map_entry scan[MAP_SIZE]; /* by rising scancode */
    u32 protocol;
};

static const struct rc_map map_television = {
    .scan =
        {
            {0x0400, KEY_0},
            {0x0401, KEY_1},
            {0x0402, KEY_2},
            {0x0403, KEY_3},
            {0x0408, KEY_POWER},
            {0x0410, KEY_VOLUME_UP},
            {0x0411, KEY_VOLUME_DOWN},
            {0x0412, KEY_CHANNEL_UP},
        },
    .protocol = RC_BIT_NEC,
};

static const struct rc_map map_receiver = {
    .scan =
        {
            {0x1e00, KEY_0},
            {0x1e01, KEY_1},
            {0x1e02, KEY_2},
            {0x1e0c, KEY_POWER},
            {0x1e10, KEY_VOLUME_UP},
            {0x1e11, KEY_VOLUME_DOWN},
            {0x1e20, KEY_CHANNEL_UP},
            {0x1e21, KEY_CHANNEL_DOWN},
        },
    .protocol = RC_BIT_RC5,
};

static const struct rc_map map_camera = {
    .scan =
        {
            {0x0700, KEY_1},
            {0x0701, KEY_2},
            {0x0702, KEY_3},
            {0x0715, KEY_POWER},
            {0x0732, KEY_VOLUME_UP},
            {0x0733, KEY_VOLUME_DOWN},
            {0x0740, KEY_CHANNEL_UP},
            {0x0741, KEY_CHANNEL_DOWN},
        },
    .protocol = RC_BIT_SONY,
};

/* The map that goes with the protocols that are enabled. */
static const struct rc_map *rc_map_for(u32 bits) {
    if (bits & RC_BIT_RC5) return &map_receiver;
    if (bits & RC_BIT_SONY) return &map_camera;
    return &map_television;
}

static u16 rc_map_lookup(const struct rc_map *map, u16 scancode) {
    u8 low = 0;

    /* MAP_SIZE is 2^3: three halvings leave one entry. */
    for (u8 half = MAP_SIZE / 2; half > 0; half = (u8)(half / 2))
        if (used(map)->scan[low + half].scancode <= scancode) low = (u8)(low + half);
    return used(map)->scan[low].scancode == scancode ? used(map)->scan[low].key : KEY_RESERVED;
}

#endif
