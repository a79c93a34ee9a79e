/*
 * MSP430. Two ports are one word of enable bits, which the linker places; the second port is enabled through the
 * word's upper byte, at an address that is computed from its name. It is switched off in the same way where they count.
 */
// options: --target msp430

#define PORT1_VECTOR (3)
#define PORT2_VECTOR (4)

void __bis_SR_register(unsigned bits);

extern volatile unsigned PAIE;

static volatile unsigned presses;
static volatile unsigned wheel;

__attribute__((interrupt(PORT1_VECTOR))) void port1(void) {
    wheel = 1;
}

__attribute__((interrupt(PORT2_VECTOR))) void port2(void) {
    presses++;
}

static void enable(volatile unsigned char *bytes, int port, unsigned char pins) {
    bytes[port] = pins;
}

int main(void) {
    PAIE = 0x0001;
    enable((volatile unsigned char *)&PAIE, 1, 0x10);
    __bis_SR_register(8);
    for (;;) {
        enable((volatile unsigned char *)&PAIE, 1, 0);
        presses += 2;
        enable((volatile unsigned char *)&PAIE, 1, 0x10);
    }
}
