/*
 * The core of a Cortex-M as CMSIS names it: interrupt masks, barriers, exclusive accesses, NVIC, SCB and SysTick at their
 * real addresses. A device header defines its IRQn_Type and __NVIC_PRIO_BITS, then includes
 * core_cm0.h … core_cm33.h, which set __CORTEX_M and come here.
 */
#ifndef PREEMPT_CMSIS_CORE_CM_H
#define PREEMPT_CMSIS_CORE_CM_H

#include <stdint.h>

#ifndef __CORTEX_M
#define __CORTEX_M 4
#endif
#ifndef __NVIC_PRIO_BITS
#define __NVIC_PRIO_BITS 4
#endif

/* BASEPRI, FAULTMASK and exclusive accesses exist from ARMv7-M on and in the ARMv8-M mainline. */
#define PREEMPT_CMSIS_MAINLINE (__CORTEX_M >= 3 && __CORTEX_M != 23)

#ifdef __cplusplus
#define __I volatile
#else
#define __I volatile const
#endif
#define __O volatile
#define __IO volatile
#define __IM volatile const
#define __OM volatile
#define __IOM volatile

#ifndef __ASM
#define __ASM __asm
#endif
#ifndef __INLINE
#define __INLINE inline
#endif
#ifndef __STATIC_INLINE
#define __STATIC_INLINE static inline
#endif
#ifndef __STATIC_FORCEINLINE
#define __STATIC_FORCEINLINE static inline
#endif
#ifndef __NO_RETURN
#define __NO_RETURN __attribute__((__noreturn__))
#endif
#ifndef __USED
#define __USED __attribute__((used))
#endif
#ifndef __WEAK
#define __WEAK __attribute__((weak))
#endif
#ifndef __PACKED
#define __PACKED __attribute__((packed, aligned(1)))
#endif
#ifndef __PACKED_STRUCT
#define __PACKED_STRUCT struct __attribute__((packed, aligned(1)))
#endif
#ifndef __ALIGNED
#define __ALIGNED(x) __attribute__((aligned(x)))
#endif
#ifndef __RESTRICT
#define __RESTRICT __restrict
#endif
#ifndef __COMPILER_BARRIER
#define __COMPILER_BARRIER() __asm volatile("" ::: "memory")
#endif

#include "core_cm_registers.h"
#include "core_cm_instructions.h"
#include "core_cm_nvic.h"

#endif
