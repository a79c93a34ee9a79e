/*
 * The transmitter is switched on by a bit of the control register in which the interrupt, when there is nothing left to
 * send, clears its own enable bit. Nothing is known of the register but that it is read and written back.
 */
// expect a: atomicity RWW *(0x4000440c) harmful
void __disable_irq(void);
void __enable_irq(void);

#define CR1 (*(volatile unsigned *)0x4000440c)
#define DR (*(volatile unsigned *)0x40004404)
#define TE 0x08u
#define TXEIE 0x80u

static volatile unsigned char left;

void USART2_IRQHandler(void) {
    if (left == 0)
        CR1 &= ~TXEIE; // a.2
    else {
        DR = left;
        left = left - 1;
    }
}

int main(void) {
    CR1 |= TE; // a.1 a.3
    return 0;
}
