/* The link interrupt chooses by data which function sends. Main takes the function once, compares it and calls it. */
// options: --property assertion
#include <assert.h>
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char LINK, RADIO_DATA, WIRE_DATA;

typedef void (*sender)(unsigned char);

static unsigned char reserved;

static void send_by_radio(unsigned char byte) {
    RADIO_DATA = byte;
    reserved--;
}

static void send_by_wire(unsigned char byte) {
    WIRE_DATA = byte;
}

static const sender senders[] = {send_by_wire, send_by_radio};
static volatile sender chosen = send_by_radio;

void isr_6(void) {
    chosen = senders[LINK & 1];
}

int main(void) {
    enable_isr(6);
    const sender send = chosen;
    if (send == send_by_radio) reserved++;
    send(0x55);
    assert(reserved == 0);
    return 0;
}
