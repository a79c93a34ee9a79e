/*
 * MSP430, with the words of mspgcc's <intrinsics.h>: what IAR and TI call __bis_SR_register is a call of
 * __bis_status_register there. Main takes the edges that a capture interrupt has counted, with interrupts on.
 */
// options: --target msp430
// expect a: atomicity RWW edges harmful

#define GIE 0x0008
#define CPUOFF 0x0010
void __bis_status_register(unsigned bits);
void __bic_status_register(unsigned bits);

volatile unsigned edges;
volatile unsigned total;

__attribute__((interrupt(8))) void capture_isr(void) {
    edges++; // a.2
}

int main(void) {
    edges = 0;
    __bis_status_register(CPUOFF | GIE);
    for (;;) {
        __bic_status_register(CPUOFF);
        total += edges; // a.1
        edges = 0; // a.3
    }
}
