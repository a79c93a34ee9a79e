/*
 * A heater is driven by the distance to a limit. The reading is fetched once for the check and once more for the
 * difference; if the converter's watchdog reports a broken sensor in between, the difference is negative: full power.
 */
// expect a: atomicity RWR reading harmful
#include <core_cm4.h>

enum { ADC_IRQn = 18 };

#define ADC_SR (*(volatile uint32_t *)0x40012000UL)
#define HEATER (*(volatile uint32_t *)0x40000434UL)
#define LIMIT 3000U
#define FULL_SCALE 0xFFFU

static volatile uint32_t reading = 2000;

void ADC_IRQHandler(void) {
    ADC_SR = 0;
    reading = FULL_SCALE; // a.2
}

static void regulate(void) {
    if (reading < LIMIT) // a.1
        HEATER = LIMIT - reading; // a.3
    else
        HEATER = 0;
}

int main(void) {
    NVIC_EnableIRQ(ADC_IRQn);
    for (;;) {
        regulate();
    }
}
