/* The compiler's own names of instructions. */
#ifndef PREEMPT_AVR_BUILTINS_H
#define PREEMPT_AVR_BUILTINS_H
#endif
