/* Masks, barriers and exclusive accesses: each function is the one instruction that it is named after. */
#ifndef PREEMPT_CMSIS_CORE_CM_INSTRUCTIONS_H
#define PREEMPT_CMSIS_CORE_CM_INSTRUCTIONS_H

__STATIC_FORCEINLINE void __disable_irq(void) { __asm volatile("cpsid i" ::: "memory"); }
__STATIC_FORCEINLINE void __enable_irq(void) { __asm volatile("cpsie i" ::: "memory"); }

__STATIC_FORCEINLINE uint32_t __get_PRIMASK(void) {
    uint32_t value;
    __asm volatile("mrs %0, primask" : "=r"(value)::"memory");
    return value;
}
__STATIC_FORCEINLINE void __set_PRIMASK(uint32_t value) { __asm volatile("msr primask, %0" ::"r"(value) : "memory"); }

__STATIC_FORCEINLINE uint32_t __get_IPSR(void) {
    uint32_t value;
    __asm volatile("mrs %0, ipsr" : "=r"(value));
    return value;
}
__STATIC_FORCEINLINE uint32_t __get_CONTROL(void) {
    uint32_t value;
    __asm volatile("mrs %0, control" : "=r"(value));
    return value;
}
__STATIC_FORCEINLINE void __set_CONTROL(uint32_t value) { __asm volatile("msr control, %0" ::"r"(value) : "memory"); }
__STATIC_FORCEINLINE uint32_t __get_MSP(void) {
    uint32_t value;
    __asm volatile("mrs %0, msp" : "=r"(value));
    return value;
}
__STATIC_FORCEINLINE void __set_MSP(uint32_t value) { __asm volatile("msr msp, %0" ::"r"(value)); }
__STATIC_FORCEINLINE uint32_t __get_PSP(void) {
    uint32_t value;
    __asm volatile("mrs %0, psp" : "=r"(value));
    return value;
}
__STATIC_FORCEINLINE void __set_PSP(uint32_t value) { __asm volatile("msr psp, %0" ::"r"(value)); }

__STATIC_FORCEINLINE void __NOP(void) { __asm volatile("nop"); }
__STATIC_FORCEINLINE void __WFI(void) { __asm volatile("wfi" ::: "memory"); }
__STATIC_FORCEINLINE void __WFE(void) { __asm volatile("wfe" ::: "memory"); }
__STATIC_FORCEINLINE void __SEV(void) { __asm volatile("sev"); }
__STATIC_FORCEINLINE void __DSB(void) { __asm volatile("dsb 0xF" ::: "memory"); }
__STATIC_FORCEINLINE void __ISB(void) { __asm volatile("isb 0xF" ::: "memory"); }
__STATIC_FORCEINLINE void __DMB(void) { __asm volatile("dmb 0xF" ::: "memory"); }
__STATIC_FORCEINLINE uint32_t __REV(uint32_t value) { return __builtin_bswap32(value); }
#define __BKPT(value) __asm volatile("bkpt " #value)

#if PREEMPT_CMSIS_MAINLINE

__STATIC_FORCEINLINE void __disable_fault_irq(void) { __asm volatile("cpsid f" ::: "memory"); }
__STATIC_FORCEINLINE void __enable_fault_irq(void) { __asm volatile("cpsie f" ::: "memory"); }

__STATIC_FORCEINLINE uint32_t __get_FAULTMASK(void) {
    uint32_t value;
    __asm volatile("mrs %0, faultmask" : "=r"(value)::"memory");
    return value;
}
__STATIC_FORCEINLINE void __set_FAULTMASK(uint32_t value) {
    __asm volatile("msr faultmask, %0" ::"r"(value) : "memory");
}

/* BASEPRI holds a priority in the top __NVIC_PRIO_BITS bits; 0 masks nothing. */
__STATIC_FORCEINLINE uint32_t __get_BASEPRI(void) {
    uint32_t value;
    __asm volatile("mrs %0, basepri" : "=r"(value)::"memory");
    return value;
}
__STATIC_FORCEINLINE void __set_BASEPRI(uint32_t value) { __asm volatile("msr basepri, %0" ::"r"(value) : "memory"); }
/* Takes effect only if it masks more than before. */
__STATIC_FORCEINLINE void __set_BASEPRI_MAX(uint32_t value) {
    __asm volatile("msr basepri_max, %0" ::"r"(value) : "memory");
}

__STATIC_FORCEINLINE uint8_t __LDREXB(volatile uint8_t *address) {
    uint32_t value;
    __asm volatile("ldrexb %0, %1" : "=r"(value) : "Q"(*address));
    return (uint8_t)value;
}
__STATIC_FORCEINLINE uint16_t __LDREXH(volatile uint16_t *address) {
    uint32_t value;
    __asm volatile("ldrexh %0, %1" : "=r"(value) : "Q"(*address));
    return (uint16_t)value;
}
__STATIC_FORCEINLINE uint32_t __LDREXW(volatile uint32_t *address) {
    uint32_t value;
    __asm volatile("ldrex %0, %1" : "=r"(value) : "Q"(*address));
    return value;
}
/* 0 when the store happened. */
__STATIC_FORCEINLINE uint32_t __STREXB(uint8_t value, volatile uint8_t *address) {
    uint32_t failed;
    __asm volatile("strexb %0, %2, %1" : "=&r"(failed), "=Q"(*address) : "r"((uint32_t)value));
    return failed;
}
__STATIC_FORCEINLINE uint32_t __STREXH(uint16_t value, volatile uint16_t *address) {
    uint32_t failed;
    __asm volatile("strexh %0, %2, %1" : "=&r"(failed), "=Q"(*address) : "r"((uint32_t)value));
    return failed;
}
__STATIC_FORCEINLINE uint32_t __STREXW(uint32_t value, volatile uint32_t *address) {
    uint32_t failed;
    __asm volatile("strex %0, %2, %1" : "=&r"(failed), "=Q"(*address) : "r"(value));
    return failed;
}
__STATIC_FORCEINLINE void __CLREX(void) { __asm volatile("clrex" ::: "memory"); }

__STATIC_FORCEINLINE uint32_t __CLZ(uint32_t value) { return value == 0 ? 32U : (uint32_t)__builtin_clz(value); }
__STATIC_FORCEINLINE uint32_t __RBIT(uint32_t value) { return __builtin_bitreverse32(value); }

#endif
#endif
