/*
 * SDCC's <compiler.h>: one way to write registers, their bits and interrupt functions for several compilers. Registers
 * are of unknown content, as in reg51.h.
 */
#ifndef PREEMPT_C51_COMPILER_H
#define PREEMPT_C51_COMPILER_H

#define SFR(name, address) extern volatile unsigned char name
#define SFR16(name, address) extern volatile unsigned short name
#define SFR16E(name, address) extern volatile unsigned short name
#define SFR32(name, address) extern volatile unsigned long name
#define SFR32E(name, address) extern volatile unsigned long name
#define SFRX(name, address) extern volatile unsigned char name
#define SBIT(name, address, bit) extern volatile _Bool name

#define INTERRUPT(name, vector) void name(void) __interrupt(vector)
#define INTERRUPT_USING(name, vector, bank) void name(void) __interrupt(vector)
#define INTERRUPT_PROTO(name, vector) void name(void) __interrupt(vector)
#define INTERRUPT_USING_PROTO(name, vector, bank) void name(void) __interrupt(vector)
#define NOP() ((void)0)

#endif
