/*
 * A heater is driven by the distance to a limit. The reading is fetched once, so that the check and the difference
 * speak of the same value.
 */
#include <core_cm4.h>

enum { ADC_IRQn = 18 };

#define ADC_SR (*(volatile uint32_t *)0x40012000UL)
#define HEATER (*(volatile uint32_t *)0x40000434UL)
#define LIMIT 3000U
#define FULL_SCALE 0xFFFU

static volatile uint32_t reading = 2000;

void ADC_IRQHandler(void) {
    ADC_SR = 0;
    reading = FULL_SCALE;
}

static void regulate(void) {
    const uint32_t now = reading;

    if (now < LIMIT)
        HEATER = LIMIT - now;
    else
        HEATER = 0;
}

int main(void) {
    NVIC_EnableIRQ(ADC_IRQn);
    for (;;) {
        regulate();
    }
}
