/* The same, and main keeps interrupts out while it counts. */
// options: --property atomicity --platform cortex-m
void __disable_irq(void);
void __enable_irq(void);

typedef struct {
    unsigned instance;
} UART_HandleTypeDef;

UART_HandleTypeDef console = {1}, modem = {2};
static volatile unsigned received;

void HAL_UART_RxCpltCallback(UART_HandleTypeDef *port) {
    if (port->instance == 2) received++;
}

int main(void) {
    __disable_irq();
    const unsigned count = received;
    received = count - 1;
    __enable_irq();
    return 0;
}
