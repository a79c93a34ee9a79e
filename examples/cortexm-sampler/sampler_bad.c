/*
 * A signal smoother on a Cortex-M4. The converter runs freely; each of its results is added to a window. A timer closes
 * the window every millisecond and publishes it; the main loop writes the mean of the published window to the output.
 * The timer is more urgent than the converter, so it may interrupt it.
 *
 * This version updates and reads the windows without protection.
 */
#include "device.h"

#define TIM2_PRIORITY 2U /* a smaller number is more urgent */
#define ADC_PRIORITY 6U

#define MIDSCALE 2048U

struct window {
    uint32_t sum;
    uint32_t count;
};

static volatile struct window open_window;
static volatile struct window published = {2 * MIDSCALE, 2}; /* shown until the first window is full */

void ADC_IRQHandler(void) {
    const uint32_t sample = ADC1->DR & 0xFFFU;

    open_window.sum += sample;
    open_window.count++;
}

void TIM2_IRQHandler(void) {
    TIM2->SR = ~TIM_SR_UIF;
    published.sum = open_window.sum;
    published.count = open_window.count;
    open_window.sum = 0;
    open_window.count = 0;
}

static void timer_init(void) {
    TIM2->PSC = 83;
    TIM2->ARR = 999;
    TIM2->DIER = TIM_DIER_UIE;
    TIM2->CR1 = TIM_CR1_CEN;
    NVIC_SetPriority(TIM2_IRQn, TIM2_PRIORITY);
    NVIC_EnableIRQ(TIM2_IRQn);
}

static void converter_init(void) {
    ADC1->CR1 = ADC_CR1_EOCIE;
    ADC1->CR2 = ADC_CR2_ADON | ADC_CR2_CONT;
    NVIC_SetPriority(ADC_IRQn, ADC_PRIORITY);
    NVIC_EnableIRQ(ADC_IRQn);
    ADC1->CR2 = ADC_CR2_ADON | ADC_CR2_CONT | ADC_CR2_SWSTART;
}

/* The mean of the published window; the output stays as it is while the window is empty. */
static void show_mean(void) {
    if (published.count != 0) {
        DAC1->DHR12R1 = published.sum / published.count;
    }
}

int main(void) {
    DAC1->CR = DAC_CR_EN1;
    timer_init();
    converter_init();

    for (;;) {
        show_mean();
    }
}
