/*
 * The transmitter is switched on by a bit of the control register in which the interrupt, when there is nothing left to
 * send, clears its own enable bit. Nothing is known of the register but that it is read and written back.
 */
void __disable_irq(void);
void __enable_irq(void);

#define CR1 (*(volatile unsigned *)0x4000440c)
#define DR (*(volatile unsigned *)0x40004404)
#define TE 0x08u
#define TXEIE 0x80u

static volatile unsigned char left;

void USART2_IRQHandler(void) {
    if (left == 0)
        CR1 &= ~TXEIE;
    else {
        DR = left;
        left = left - 1;
    }
}

int main(void) {
    __disable_irq();
    CR1 |= TE;
    __enable_irq();
    return 0;
}
