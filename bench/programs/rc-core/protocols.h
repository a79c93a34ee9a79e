/* The protocols that remote controls speak, by bit and by the name that user space gives them. */
#ifndef RC_PROTOCOLS_H
#define RC_PROTOCOLS_H

#include "kernel.h"

enum rc_protocol {
    RC_PROTO_UNKNOWN,
    RC_PROTO_OTHER,
    RC_PROTO_RC5,
    RC_PROTO_RC5X,
    RC_PROTO_RC5_SZ,
    RC_PROTO_JVC,
    RC_PROTO_SONY12,
    RC_PROTO_SONY15,
    RC_PROTO_SONY20,
    RC_PROTO_NEC,
    RC_PROTO_NECX,
    RC_PROTO_SANYO,
    RC_PROTO_RC6_0,
    RC_PROTO_RC6_MCE,
    RC_PROTO_SHARP,
    RC_PROTO_XMP
};

#define RC_BIT_NONE 0u
#define RC_BIT_OTHER BIT(RC_PROTO_OTHER)
#define RC_BIT_RC5 (BIT(RC_PROTO_RC5) | BIT(RC_PROTO_RC5X))
#define RC_BIT_RC5_SZ BIT(RC_PROTO_RC5_SZ)
#define RC_BIT_JVC BIT(RC_PROTO_JVC)
#define RC_BIT_SONY (BIT(RC_PROTO_SONY12) | BIT(RC_PROTO_SONY15) | BIT(RC_PROTO_SONY20))
#define RC_BIT_NEC (BIT(RC_PROTO_NEC) | BIT(RC_PROTO_NECX))
#define RC_BIT_SANYO BIT(RC_PROTO_SANYO)
#define RC_BIT_RC6 (BIT(RC_PROTO_RC6_0) | BIT(RC_PROTO_RC6_MCE))
#define RC_BIT_SHARP BIT(RC_PROTO_SHARP)
#define RC_BIT_XMP BIT(RC_PROTO_XMP)

/* Names are four characters in one word, so that looking one up is one comparison for each protocol. */
#define NAME(a, b, c, d) ((u32)(a) | (u32)(b) << 8 | (u32)(c) << 16 | (u32)(d) << 24)

struct rc_protocol_name {
    u32 bits;
    u32 name;
};

static const struct rc_protocol_name rc_protocol_names[] = {
    {RC_BIT_OTHER, NAME('o', 't', 'h', 'r')}, {RC_BIT_RC5, NAME('r', 'c', '-', '5')},
    {RC_BIT_RC5_SZ, NAME('r', 'c', '5', 's')}, {RC_BIT_JVC, NAME('j', 'v', 'c', ' ')},
    {RC_BIT_SONY, NAME('s', 'o', 'n', 'y')},  {RC_BIT_NEC, NAME('n', 'e', 'c', ' ')},
    {RC_BIT_SANYO, NAME('s', 'a', 'n', 'y')}, {RC_BIT_RC6, NAME('r', 'c', '-', '6')},
    {RC_BIT_SHARP, NAME('s', 'h', 'r', 'p')}, {RC_BIT_XMP, NAME('x', 'm', 'p', ' ')},
};

#define PROTOCOL_NAMES ARRAY_SIZE(rc_protocol_names)

/* The bits of a name, or RC_BIT_NONE. */
static u32 rc_protocols_named(u32 name) {
    u32 bits = RC_BIT_NONE;

    for (u32 i = 0; i < PROTOCOL_NAMES; i++)
        if (rc_protocol_names[i].name == name) bits = rc_protocol_names[i].bits;
    return bits;
}

#endif
