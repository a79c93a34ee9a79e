/*
 * The words that C compilers for microcontrollers add to the language, as macros that clang understands; to be force-included
 * (-include dialect.h). It serves system headers, which are not rewritten. What a macro cannot say (`interrupt 4 using 1`, `#pragma
 * vector`, `sbit LED = P1^3`, `@interrupt`) is rewritten in the user's files before clang sees them: docs/dialects.md.
 *
 * The annotations end up in the IR and tell Preempt what a function is.
 */
#ifndef PREEMPT_DIALECT_H
#define PREEMPT_DIALECT_H

#ifdef PREEMPT_DIALECT_8051

/* SDCC. glibc uses some of these words as names, so they are macros only on request. */
#define __interrupt(vector) __attribute__((used, annotate("preempt.isr", vector)))
#define __using(bank)
#define __at(address)
#define PREEMPT_SFR extern volatile __attribute__((section("preempt.sfr")))
#define __sfr PREEMPT_SFR unsigned char
#define __sfr16 PREEMPT_SFR unsigned short
#define __sfr32 PREEMPT_SFR unsigned long
#define __sbit PREEMPT_SFR _Bool
#define __bit _Bool
#define __xdata
#define __data
#define __idata
#define __pdata
#define __bdata
#define __code
#define __critical __attribute__((annotate("preempt.monitor")))
#define __reentrant

#else

/* IAR, TI */
#ifndef __interrupt
#define __interrupt __attribute__((used, annotate("preempt.isr")))
#endif

#endif

/* Interrupt functions: Keil for ARM, IAR */
#ifndef __irq
#define __irq __attribute__((used, annotate("preempt.isr")))
#endif
#ifndef __fiq
#define __fiq __attribute__((used, annotate("preempt.isr"), annotate("preempt.priority:2")))
#endif
/* The function runs with interrupts masked. */
#ifndef __monitor
#define __monitor __attribute__((annotate("preempt.monitor")))
#endif
/* The interrupt function opens interrupts for others. */
#ifndef __nested
#define __nested __attribute__((annotate("preempt.nested")))
#endif

/* Properties that GNU C writes as attributes */
#ifndef __root
#define __root __attribute__((used))
#endif
#ifndef __weak
#define __weak __attribute__((weak))
#endif
#ifndef __noreturn
#define __noreturn __attribute__((noreturn))
#endif
#ifndef __forceinline
#define __forceinline __inline __attribute__((always_inline))
#endif
#ifndef __packed
#define __packed __attribute__((packed))
#endif
#ifndef __no_init
#define __no_init __attribute__((section(".noinit")))
#endif
#ifndef __io
#define __io volatile
#endif
#ifndef __persistent
#define __persistent __attribute__((section(".noinit")))
#endif

/* Memories, instruction sets and calling conventions, which mean nothing here. clang has __flash for AVR itself. */
#ifndef __flash
#define __flash
#endif
#ifndef __near
#define __near
#endif
#ifndef __far
#define __far
#endif
#ifndef __huge
#define __huge
#endif
#ifndef __tiny
#define __tiny
#endif
#ifndef __eeprom
#define __eeprom
#endif
#ifndef __task
#define __task
#endif
#ifndef __swi
#define __swi
#endif
#ifndef __ramfunc
#define __ramfunc
#endif
#ifndef __thumb
#define __thumb
#endif
#ifndef __intrinsic
#define __intrinsic
#endif
#ifndef __interwork
#define __interwork
#endif
#ifndef __nearflash
#define __nearflash
#endif
#ifndef __farflash
#define __farflash
#endif
#ifndef __hugeflash
#define __hugeflash
#endif
#ifndef __nearfunc
#define __nearfunc
#endif
#ifndef __farfunc
#define __farfunc
#endif
#ifndef __raw
#define __raw
#endif
#ifndef __save_reg20
#define __save_reg20
#endif
#ifndef __regvar
#define __regvar
#endif
#ifndef __ext_io
#define __ext_io
#endif
#ifndef __nosavereg
#define __nosavereg
#endif
#ifndef __nounwind
#define __nounwind
#endif

/* IAR's intrinsic functions, which its sources use without a declaration of their own. */
#ifdef __cplusplus
extern "C" {
#endif
void __disable_interrupt(void);
void __enable_interrupt(void);
void __no_operation(void);
#ifdef __cplusplus
}
#endif

#endif
