/* STM32's library calls HAL_UART_RxCpltCallback from its handlers; the sources of the library are not there. It may come for
   each of the program's ports. */
// options: --property atomicity --platform cortex-m
// expect a: atomicity RWW received harmful
void __disable_irq(void);
void __enable_irq(void);

typedef struct {
    unsigned instance;
} UART_HandleTypeDef;

UART_HandleTypeDef console = {1}, modem = {2};
static volatile unsigned received;

void HAL_UART_RxCpltCallback(UART_HandleTypeDef *port) {
    if (port->instance == 2) received++; // a.2
}

int main(void) {
    const unsigned count = received; // a.1
    received = count - 1; // a.3
    return 0;
}
