/*
 * The peripherals of the microcontroller that the sampler uses, as its vendor would ship them: a Cortex-M4 with four
 * priority bits, a 32-bit timer, an analog-to-digital converter, a digital-to-analog converter.
 */
#ifndef DEVICE_H
#define DEVICE_H

typedef enum {
    HardFault_IRQn = -13,
    SVCall_IRQn = -5,
    PendSV_IRQn = -2,
    SysTick_IRQn = -1,
    ADC_IRQn = 18,
    TIM2_IRQn = 28,
} IRQn_Type;

#define __NVIC_PRIO_BITS 4
#include <core_cm4.h>

typedef struct {
    __IO uint32_t CR1;
    __IO uint32_t CR2;
    __IO uint32_t SMCR;
    __IO uint32_t DIER;
    __IO uint32_t SR;
    __IO uint32_t EGR;
    uint32_t RESERVED0[3];
    __IO uint32_t CNT;
    __IO uint32_t PSC;
    __IO uint32_t ARR;
} TIM_TypeDef;

typedef struct {
    __IO uint32_t SR;
    __IO uint32_t CR1;
    __IO uint32_t CR2;
    uint32_t RESERVED0[16];
    __IO uint32_t DR;
} ADC_TypeDef;

typedef struct {
    __IO uint32_t CR;
    __IO uint32_t SWTRIGR;
    __IO uint32_t DHR12R1;
} DAC_TypeDef;

#define TIM2 ((TIM_TypeDef *)0x40000000UL)
#define DAC1 ((DAC_TypeDef *)0x40007400UL)
#define ADC1 ((ADC_TypeDef *)0x40012000UL)

#define TIM_CR1_CEN (1UL << 0)
#define TIM_DIER_UIE (1UL << 0)
#define TIM_SR_UIF (1UL << 0)
#define ADC_CR1_EOCIE (1UL << 5)
#define ADC_CR2_ADON (1UL << 0)
#define ADC_CR2_CONT (1UL << 1)
#define ADC_CR2_SWSTART (1UL << 30)
#define DAC_CR_EN1 (1UL << 0)

#endif
