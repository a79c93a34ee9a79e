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

/* Starts a thread that runs entry(argument). Returns its id: 1, 2, … in the order of creation; main has 0. */
int preempt_spawn(void (*entry)(void *), void *argument);

/*
 * The same for a library whose threads need something before and after: runner(entry, argument) runs, and calls entry.
 * Contexts and reports are named by entry; each entry has its own calls and accesses, however many share the runner.
 */
int preempt_spawn_through(void (*runner)(void (*entry)(void), void *argument), void (*entry)(void), void *argument);

/* The id of the running thread; in an ISR, that of the thread which it preempted; on several cores, main's. */
int preempt_self(void);

/* 1 in an ISR, else 0. */
int preempt_in_isr(void);

/* Ends the calling thread as if its entry function returned. */
__attribute__((__noreturn__)) void preempt_exit(void);

/*
 * Priorities of threads, for --scheduler priority: a larger number is more urgent. A thread begins with that of the one
 * that spawns it, or with what --thread-priority says. Inside of the atomic section that spawns it, it can be given
 * another one before it runs. A change counts at once, from the end of the section on: priority inheritance is C.
 */
void preempt_set_thread_priority(int thread, int priority);
int preempt_get_thread_priority(int thread);

/* By priority, a verdict that reaches this is `unknown`, because of that: the model does not know who comes first. */
void preempt_unknown_thread_priority(const char *what);

/* 1 with --scheduler priority, else 0. For models that need a step more there. */
int preempt_by_priority(void);

/* Threads of the same priority may go on before the calling one. With --scheduler any they may anywhere. */
void preempt_yield(void);

/*
 * The calling thread does not run for a while, of any length, none included; by priority, those that are less urgent
 * go on. For time that passes: delays, and what comes before a timeout.
 */
void preempt_sleep(void);

/*
 * Only inside of an atomic section. A section that gets here has not happened: nothing that it did remains, and its
 * thread cannot run, from the outermost preempt_atomic_begin, before another context has changed something that the
 * section has read. So what must be seen by others while the thread waits belongs into a section of its own before it.
 * A thread that waits for ever is a deadlock; so is an ISR that waits for what it has preempted.
 */
void preempt_block(void);

/*
 * Waits until the condition holds. Inside an atomic section the statements after it still belong to the section, so
 * that "wait and take" is one transition:
 *
 *     preempt_atomic_begin();
 *     preempt_block_until(!mutex->locked);
 *     mutex->locked = 1;
 *     preempt_atomic_end();
 */
#define preempt_block_until(condition)                                                                                 \
    do {                                                                                                               \
        if (!(condition)) preempt_block();                                                                             \
    } while (0)

/*
 * The same for who does not leave the processor while it waits, as in a spin lock: by priority, those that are less
 * urgent do not go on.
 */
void preempt_spin(void);
#define preempt_spin_until(condition)                                                                                  \
    do {                                                                                                               \
        if (!(condition)) preempt_spin();                                                                              \
    } while (0)

/* ---- what reports say of locks ---------------------------------------------------------------------------------- */

/* The calling thread holds a lock from here on, or no longer. Says nothing about who can run: that is the model's. */
void preempt_acquired(const void *lock);
void preempt_released(const void *lock);
/* The same of a lock that others may hold at the same time, as readers do. */
void preempt_acquired_shared(const void *lock);

/* If the section blocks, it is for this. Told inside of the section, before preempt_block_until. */
void preempt_waits_for_lock(const void *lock, unsigned size);
#define preempt_waits_for(lock) preempt_waits_for_lock((lock), sizeof *(lock))

/* The caller of the model uses it wrongly: a finding with this text, at the caller's place. Then it goes on. */
void preempt_misuse(const char *what);

/* A verdict that reaches this is `unknown`, because of that. */
void preempt_unmodelled(const char *what);

/* ---- atomicity -------------------------------------------------------------------------------------------------- */

/* No other context runs between begin and the matching end, whatever the masks say, on no core. Sections nest. */
void preempt_atomic_begin(void);
void preempt_atomic_end(void);

/*
 * The statements in between are meant to be atomic, and nothing makes them so: others run in between as they do
 * elsewhere. If somebody interferes so that no order of the whole block and the others explains it, that is a finding
 * with the block's name, a text that is known to the compiler. Blocks nest; one ends with its context at the latest.
 *
 *     preempt_expect_atomic_begin("transfer");
 *     from->balance -= amount;
 *     to->balance += amount;
 *     preempt_expect_atomic_end();
 */
void preempt_expect_atomic_begin(const char *block);
void preempt_expect_atomic_end(void);

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
 * when they overlap in time and at least one of them is a write. For `preempt library`; a verdict of check that reaches one is
 * `unknown`.
 */
void preempt_critical_begin(const char *structure, int is_write);
void preempt_critical_end(const char *structure, int is_write);

#ifdef __cplusplus
}
#endif
#endif
