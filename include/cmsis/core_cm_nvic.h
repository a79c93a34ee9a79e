/*
 * The NVIC functions on the registers. They take a number, so that any device's IRQn_Type fits; negative numbers are the
 * core's exceptions. A priority is given unshifted: 0 is the
 * most urgent, (1 << __NVIC_PRIO_BITS) - 1 the least.
 */
#ifndef PREEMPT_CMSIS_CORE_CM_NVIC_H
#define PREEMPT_CMSIS_CORE_CM_NVIC_H

__STATIC_INLINE void NVIC_EnableIRQ(int32_t irq) {
    if (irq >= 0) {
        __COMPILER_BARRIER();
        NVIC->ISER[(uint32_t)irq >> 5] = 1UL << ((uint32_t)irq & 31U);
        __COMPILER_BARRIER();
    }
}

__STATIC_INLINE uint32_t NVIC_GetEnableIRQ(int32_t irq) {
    return irq >= 0 ? (NVIC->ISER[(uint32_t)irq >> 5] >> ((uint32_t)irq & 31U)) & 1U : 0U;
}

/* The barriers make sure that the interrupt cannot start after this returns. */
__STATIC_INLINE void NVIC_DisableIRQ(int32_t irq) {
    if (irq >= 0) {
        NVIC->ICER[(uint32_t)irq >> 5] = 1UL << ((uint32_t)irq & 31U);
        __DSB();
        __ISB();
    }
}

__STATIC_INLINE uint32_t NVIC_GetPendingIRQ(int32_t irq) {
    return irq >= 0 ? (NVIC->ISPR[(uint32_t)irq >> 5] >> ((uint32_t)irq & 31U)) & 1U : 0U;
}

__STATIC_INLINE void NVIC_SetPendingIRQ(int32_t irq) {
    if (irq >= 0) NVIC->ISPR[(uint32_t)irq >> 5] = 1UL << ((uint32_t)irq & 31U);
}

__STATIC_INLINE void NVIC_ClearPendingIRQ(int32_t irq) {
    if (irq >= 0) NVIC->ICPR[(uint32_t)irq >> 5] = 1UL << ((uint32_t)irq & 31U);
}

__STATIC_INLINE uint32_t NVIC_GetActive(int32_t irq) {
    return irq >= 0 ? (NVIC->IABR[(uint32_t)irq >> 5] >> ((uint32_t)irq & 31U)) & 1U : 0U;
}

#if PREEMPT_CMSIS_MAINLINE

__STATIC_INLINE void NVIC_SetPriority(int32_t irq, uint32_t priority) {
    const uint8_t field = (uint8_t)(priority << (8U - __NVIC_PRIO_BITS));
    if (irq >= 0)
        NVIC->IP[(uint32_t)irq] = field;
    else
        SCB->SHP[((uint32_t)irq & 15U) - 4U] = field;
}

__STATIC_INLINE uint32_t NVIC_GetPriority(int32_t irq) {
    if (irq >= 0) return (uint32_t)NVIC->IP[(uint32_t)irq] >> (8U - __NVIC_PRIO_BITS);
    return (uint32_t)SCB->SHP[((uint32_t)irq & 15U) - 4U] >> (8U - __NVIC_PRIO_BITS);
}

__STATIC_INLINE void NVIC_SetPriorityGrouping(uint32_t group) {
    const uint32_t kept = SCB->AIRCR & ~(SCB_AIRCR_VECTKEY_Msk | SCB_AIRCR_PRIGROUP_Msk);
    SCB->AIRCR = kept | (0x5FAUL << SCB_AIRCR_VECTKEY_Pos) | ((group & 7U) << SCB_AIRCR_PRIGROUP_Pos);
}

__STATIC_INLINE uint32_t NVIC_GetPriorityGrouping(void) {
    return (SCB->AIRCR & SCB_AIRCR_PRIGROUP_Msk) >> SCB_AIRCR_PRIGROUP_Pos;
}

/* Splits the priority field into a preempting part and a sub-priority, as the grouping says. */
__STATIC_INLINE uint32_t NVIC_EncodePriority(uint32_t group, uint32_t preempting, uint32_t sub) {
    const uint32_t low = (group & 7U) + __NVIC_PRIO_BITS < 7U ? 0U : (group & 7U) + __NVIC_PRIO_BITS - 7U;
    const uint32_t high = 7U - (group & 7U) > __NVIC_PRIO_BITS ? __NVIC_PRIO_BITS : 7U - (group & 7U);
    return ((preempting & ((1UL << high) - 1U)) << low) | (sub & ((1UL << low) - 1U));
}

#else

/* ARMv6-M: four priorities to a word, word accesses only. */
__STATIC_INLINE void NVIC_SetPriority(int32_t irq, uint32_t priority) {
    const uint32_t shift = ((uint32_t)irq & 3U) * 8U;
    const uint32_t field = ((priority << (8U - __NVIC_PRIO_BITS)) & 0xFFU) << shift;
    volatile uint32_t *const word =
        irq >= 0 ? &NVIC->IP[(uint32_t)irq >> 2] : &SCB->SHP[(((uint32_t)irq & 15U) - 8U) >> 2];
    *word = (*word & ~(0xFFUL << shift)) | field;
}

__STATIC_INLINE uint32_t NVIC_GetPriority(int32_t irq) {
    const uint32_t shift = ((uint32_t)irq & 3U) * 8U;
    const uint32_t word = irq >= 0 ? NVIC->IP[(uint32_t)irq >> 2] : SCB->SHP[(((uint32_t)irq & 15U) - 8U) >> 2];
    return ((word >> shift) & 0xFFU) >> (8U - __NVIC_PRIO_BITS);
}

#endif

__NO_RETURN __STATIC_INLINE void NVIC_SystemReset(void) {
    __DSB();
    SCB->AIRCR = (0x5FAUL << SCB_AIRCR_VECTKEY_Pos) | SCB_AIRCR_SYSRESETREQ_Msk;
    __DSB();
    for (;;) __NOP();
}

/* An interrupt every `ticks` cycles, at the least urgent priority. 1 if the count does not fit the timer. */
__STATIC_INLINE uint32_t SysTick_Config(uint32_t ticks) {
    if (ticks - 1UL > SysTick_LOAD_RELOAD_Msk) return 1UL;
    SysTick->LOAD = ticks - 1UL;
    NVIC_SetPriority(-1, (1UL << __NVIC_PRIO_BITS) - 1UL);
    SysTick->VAL = 0UL;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE_Msk | SysTick_CTRL_TICKINT_Msk | SysTick_CTRL_ENABLE_Msk;
    return 0UL;
}

#endif
