#ifndef PREEMPT_AVR_CPUFUNC_H
#define PREEMPT_AVR_CPUFUNC_H

#define _NOP() __asm__ __volatile__("nop")
#define _MemoryBarrier() __asm__ __volatile__("" ::: "memory")

#endif
