/* A frame that an interrupt sends again and again. Main changes one byte and the checksum with the interrupt kept out. */
// options: --property assertion
#include <assert.h>
#include <stdint.h>
void enable_isr(int irq);
void disable_isr(int irq);

enum { LENGTH = 3 };

extern volatile uint8_t COMMAND, UART_DATA;

static volatile uint8_t frame[LENGTH] = {0x10, 0x20, 0x30};
static volatile uint8_t checksum;

static uint8_t checksum_of_frame(void) {
    uint8_t sum = 0;

    for (int i = 0; i < LENGTH; i++) {
        sum = (uint8_t)(sum << 1 | sum >> 7);
        sum += frame[i];
    }
    return sum;
}

void isr_3(void) {
    assert(checksum == checksum_of_frame());
    UART_DATA = checksum;
}

int main(void) {
    checksum = checksum_of_frame();
    enable_isr(3);
    disable_isr(3);
    frame[1] = COMMAND;
    checksum = checksum_of_frame();
    enable_isr(3);
    return 0;
}
