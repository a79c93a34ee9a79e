// Registers as dereferenced constants of all widths.
#define PORT (*(volatile unsigned char *)0x25)
#define COUNT (*(volatile unsigned short *)0x84)
#define WIDE (*(volatile unsigned long *)0x4000UL)
#define BANK(n) (((volatile unsigned *)0x50000000UL)[n])

static unsigned capture;

void isr_1(void) {
    capture = COUNT;
    PORT ^= 1;
}

int main(void) {
    PORT |= 2;
    WIDE = capture;
    BANK(3) = BANK(2) + 1;
    return PORT & 1;
}
