// The parts of a reproducer that differ by whether it has threads. With them, each thread of the program is one of the
// machine that it runs on, and a turnstile lets one go at a time: who has the turn runs until a point of the plan gives
// it to another one, so that exactly the found execution happens. Where nobody is to go on, all who live are let into
// what they wait for, one after the other: each must come to a wait.

import { stringText } from '../../emit-c/names.js';

/** In front of the tables. */
export const threadHeaders = `#include <errno.h>
#include <pthread.h>
`;

/** What these headers declare, and the program may have for itself. */
export function takenByHeaders(names: Iterable<string>): readonly string[] {
  const declared =
    `asctime asctime_r clock_getcpuclockid clock_getres clock_gettime clock_nanosleep clock_settime ctime ctime_r
    dysize gmtime gmtime_r localtime localtime_r mktime nanosleep sched_get_priority_max sched_get_priority_min sched_getparam
    sched_getscheduler sched_rr_get_interval sched_setparam sched_setscheduler sched_yield strftime_l time timegm timelocal timer_create
    timer_delete timer_getoverrun timer_gettime timer_settime timespec_get tzset tzname timezone daylight clock_t clockid_t time_t timer_t
    pid_t cpu_set_t`.split(/\s+/);
  return [...declared, ...[...names].filter((name) => /^(?:pthread|PTHREAD|sched|SCHED)_/.test(name))];
}

/** What a run has, and how it ends. */
export const singleState = `static address stack_top, heap_end;
static int context, depth;
static jmp_buf end_of_run;
static const char *ending;

NO_RETURN static void ends(const char *why)
{
    ending = why;
    longjmp(end_of_run, 1);
}`;

export const singleCalls = `HELPER void section_begins(void) {}
HELPER void section_ends(void) {}
HELPER int this_thread(void) { return 0; }
HELPER uint64_t own_address(uint64_t p) { return p; }

NO_RETURN HELPER void thread_exits(void)
{
    ends("main ends");
}

NO_RETURN HELPER void waits(void)
{
    cannot_go_on("a wait that the finding does not have");
}`;

/** `first`: the number by which points and marks know the first thread behind main, less one. */
export function threadTables(names: readonly string[], first: number): string {
  return [
    '/* Threads in the order in which they are started. */',
    `static const char *const thread_names[] = { ${names.map(stringText).join(', ')} };`,
    `enum { THREADS = ${names.length}, FIRST_THREAD = ${first} };`,
  ].join('\n');
}

export const threadState = `struct thread { int number; address begins, first, second; int is_living, is_waiting; };
static struct thread threads[THREADS];
static int started, turn, is_finished, is_probing, is_deadlocked;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turned = PTHREAD_COND_INITIALIZER;
static __thread struct thread *self;
static __thread int context, depth, sections;
static __thread address stack_top;
static address heap_end;
static const char *ending;

/* The run is over: nobody gets the turn any more. */
NO_RETURN static void ends(const char *why)
{
    pthread_mutex_lock(&gate);
    ending = why;
    is_finished = 1;
    pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&gate);
    pthread_exit(0);
}`;

export const threadCalls = `static uint8_t memory_before[MEMORY_SIZE];

static void pass_to(int thread)
{
    pthread_mutex_lock(&gate);
    turn = thread;
    pthread_cond_broadcast(&turned);
    pthread_mutex_unlock(&gate);
}

static void wait_for_turn(void)
{
    pthread_mutex_lock(&gate);
    while (turn != self->number || is_finished) pthread_cond_wait(&turned, &gate);
    pthread_mutex_unlock(&gate);
}

/* Another thread goes on, and this one when its turn comes again; one that has ended does not come back. */
HELPER void switch_to(int thread)
{
    if (thread >= THREADS || !threads[thread].is_living) cannot_go_on("a thread is to go on that does not live");
    pass_to(thread);
    if (!self->is_living) pthread_exit(0);
    wait_for_turn();
}

/* The next of those who live, and have not been seen to wait. */
static void let_the_next_try(void)
{
    for (int n = 0; n < THREADS; n++) {
        if (!threads[n].is_living || threads[n].is_waiting) continue;
        pass_to(n);
        pthread_exit(0);
    }
    is_deadlocked = 1;
    ends("nobody goes on");
}

/* From here on, whoever goes on must come to a wait; nothing of that remains. */
HELPER void everybody_waits(void)
{
    is_probing = 1;
    memcpy(memory_before, memory, sizeof memory);
    if (!self->is_living) let_the_next_try();
}

NO_RETURN HELPER void waits(void)
{
    if (!is_probing) cannot_go_on("a wait that the finding does not have");
    memcpy(memory, memory_before, sizeof memory);
    if (depth > 0) {
        printf("%*san interrupt waits in %s, which cannot go on before it ends\\n", 4 * depth, "", thread_names[self->number]);
        is_deadlocked = 1;
        ends("nobody goes on");
    }
    printf("    %s waits\\n", thread_names[self->number]);
    self->is_waiting = 1;
    let_the_next_try();
    pthread_exit(0);
}

HELPER void section_begins(void)
{
    sections++;
}

HELPER void section_ends(void)
{
    if (--sections == 0 && is_probing) ends("somebody goes on who was found to wait");
}

HELPER int this_thread(void) { return self->number; }

static uint64_t stack_of(int thread) { return STACK_START + (uint64_t)STACK_SIZE * (uint64_t)thread; }

/* Of a variable of which each thread has its own. */
HELPER uint64_t own_address(uint64_t p)
{
    for (int n = 0; n < THREAD_LOCALS && self->number > 0; n++)
        if (p - thread_locals[n].at < thread_locals[n].size)
            return stack_of(self->number) + thread_locals[n].place + (p - thread_locals[n].at);
    return p;
}

/* They begin as the program says. */
static void make_own(void)
{
    if (self->number == 0) return;
    memset(memory + (stack_of(self->number) - MEMORY_START), 0, thread_locals[THREAD_LOCALS].place);
    for (int n = 0; initial[n].size > 0; n++) {
        const uint64_t own = own_address(initial[n].at);
        if (own != initial[n].at) memcpy(memory + (own - MEMORY_START), initial[n].bytes, initial[n].size);
    }
    stack_top = (address)(stack_top + thread_locals[THREAD_LOCALS].place);
}

static void *run_thread(void *given);

HELPER int start_thread(uint64_t begins, uint64_t first, uint64_t second)
{
    pthread_t native;
    const int number = started;
    if (number == THREADS) cannot_go_on("one thread more than was found");
    struct thread *thread = &threads[started++];
    *thread = (struct thread){ number, (address)begins, (address)first, (address)second, 1, 0 };
    if (pthread_create(&native, 0, run_thread, thread) != 0) cannot_go_on("no thread can be started");
    pthread_detach(native);
    return number;
}

static void thread_ends(void);

NO_RETURN HELPER void thread_exits(void)
{
    thread_ends();
    pthread_exit(0);
}`;

/** Behind the program. */
export function threadMain(mainCall: string, cases: readonly string[], atEnd: readonly string[]): string {
  return `HELPER int at_end(int n)
{
    return points[n].context == context && idle(n);
}

/* What comes when a thread has ended. */
static void thread_ends(void)
{
    self->is_living = 0;
${atEnd.map((line) => `    ${line}\n`).join('')}    ends(self->number == 0 ? "main returns" : "a thread has ended, and nobody is to go on");
}

static void *run_thread(void *given)
{
    self = given;
    context = self->number == 0 ? 0 : FIRST_THREAD + self->number;
    stack_top = (address)stack_of(self->number);
    wait_for_turn();
    make_own();
    if (self->number == 0) {
        ${mainCall}
    } else {
        switch (self->begins) {
${cases.map((line) => `        ${line}\n`).join('')}        default: cannot_go_on("a thread begins with no function");
        }
    }
    thread_ends();
    return 0;
}

static void run_threads(void)
{
    const struct timespec latest = { time(0) + 60, 0 };
    turn = 0;
    start_thread(0, 0, 0);
    pthread_mutex_lock(&gate);
    while (!is_finished)
        if (pthread_cond_timedwait(&turned, &gate, &latest) == ETIMEDOUT && !is_finished) {
            is_finished = 1;
            is_over = 2;
            ending = "it takes too long";
        }
    pthread_mutex_unlock(&gate);
}`;
}
