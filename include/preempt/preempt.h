/*
 * The intrinsics of Preempt: what an environment model or a test harness may say beyond C.
 * Nothing here has a body. Preempt recognises the names; any other C compiler sees plain declarations,
 * so a file that includes this header still compiles (and links against your own stubs).
 *
 * Contexts: `main`, the ISRs and the spawned threads. One step is one load, one store or one local computation.
 */
#ifndef PREEMPT_H
#define PREEMPT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- threads ---------------------------------------------------------------------------------------------------- */

/*
 * Not executed yet: `preempt inspect` shows threads, and a verdict that reaches preempt_spawn or preempt_block is
 * `unknown`. Until then preempt_self gives 0 everywhere, and preempt_exit ends the whole execution.
 */

/* Starts a thread that runs entry(argument). Returns its id: 1, 2, … in the order of creation; main and ISRs have 0. */
int preempt_spawn(void (*entry)(void *), void *argument);

/* The id of the calling thread; 0 in main and in an ISR. */
int preempt_self(void);

/* Ends the calling thread as if its entry function returned. */
__attribute__((__noreturn__)) void preempt_exit(void);

/*
 * Suspends the caller until another context writes a byte that the caller has read since it entered its outermost
 * atomic section (or since its last preempt_block). All atomic sections of the caller are left while it waits and
 * entered again, to the same depth, before the call returns. A caller that waits for ever is a deadlock; in an ISR
 * waiting is a deadlock at once unless a higher ISR can end it.
 */
void preempt_block(void);

/*
 * Waits until the condition holds. The condition is evaluated without interruption, as often as needed. Inside an
 * atomic section the statements after it still belong to the section, so that "wait and take" is one transition:
 *
 *     preempt_atomic_begin();
 *     preempt_block_until(!mutex->locked);
 *     mutex->locked = 1;
 *     preempt_atomic_end();
 */
#define preempt_block_until(condition)                                                                                 \
    do {                                                                                                               \
        preempt_atomic_begin();                                                                                        \
        while (!(condition)) preempt_block();                                                                          \
        preempt_atomic_end();                                                                                          \
    } while (0)

/* ---- atomicity -------------------------------------------------------------------------------------------------- */

/* No other context runs between begin and the matching end, whatever the masks say. Sections nest. */
void preempt_atomic_begin(void);
void preempt_atomic_end(void);

/* ---- interrupts ------------------------------------------------------------------------------------------------- */

#define PREEMPT_ALL_IRQS (-1)

/* Clears (mask) or sets (unmask) the own enable flag of one interrupt, or of all with PREEMPT_ALL_IRQS. */
void preempt_mask(int irq);
void preempt_unmask(int irq);

/* The global mask: 1 keeps every maskable ISR out, 0 lets them in. Setting returns the state before. */
int preempt_set_global_mask(int masked);
int preempt_get_global_mask(void);

/* The priority ceiling: an ISR starts only if its priority is above it; 0 means no ceiling. Setting returns the one before.
   Priorities are Preempt's: a larger number is more urgent, main has 0. */
int preempt_set_ceiling(int priority);
int preempt_get_ceiling(void);

/* An interrupt that software pends: it starts, once enabled, only after preempt_pend. */
void preempt_pend(int irq);
void preempt_unpend(int irq);

/* An arrival point: here, and nowhere else, the ISR may start (or may not), if it is enabled. */
void preempt_arrive(void (*isr)(void));

/* ---- arbitrary values ------------------------------------------------------------------------------------------- */

int preempt_nondet_bool(void); /* 0 or 1 */
uint8_t preempt_nondet_u8(void);
int8_t preempt_nondet_i8(void);
uint16_t preempt_nondet_u16(void);
int16_t preempt_nondet_i16(void);
uint32_t preempt_nondet_u32(void);
int32_t preempt_nondet_i32(void);
uint64_t preempt_nondet_u64(void);
int64_t preempt_nondet_i64(void);
float preempt_nondet_float(void);
double preempt_nondet_double(void);
/*
 * An arbitrary address, null included. It can be compared and copied. An access or a call through it, and arithmetic on
 * it, are not modelled: a verdict that reaches one is `unknown`.
 */
void *preempt_nondet_pointer(void);

/* ---- properties ------------------------------------------------------------------------------------------------- */

/* Executions in which the condition is 0 are not considered from here on. */
void preempt_assume(int condition);

/* Reports an assertion with its text. Does not return. */
__attribute__((__noreturn__)) void preempt_fail(const char *text, const char *file, int line);
#define preempt_assert(condition) ((condition) ? (void)0 : preempt_fail(#condition, __FILE__, __LINE__))

/*
 * A critical access to a named structure of a library, for high-level races: two accesses to one structure conflict
 * when they overlap in time and at least one of them is a write. Not executed yet: a verdict that reaches one is
 * `unknown`.
 */
void preempt_critical_begin(const char *structure, int is_write);
void preempt_critical_end(const char *structure, int is_write);

#ifdef __cplusplus
}
#endif
#endif
