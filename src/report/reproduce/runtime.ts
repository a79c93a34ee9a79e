// The fixed parts of every reproducer: the memory of the target, inputs, the points at which ISRs come or other threads
// go on, and the accesses that are reported.

import { accessCode, preludeTypes, supportCode } from '../../emit-c/prelude.js';
import { singleCalls, singleState, threadCalls, threadHeaders, threadState } from './runtime-threads.js';

/** In front of the tables. */
export function runtimeTypes(pointerBits: number, hasThreads: boolean): string {
  return `#include <inttypes.h>
${hasThreads ? threadHeaders : '#include <setjmp.h>\n'}#include <stdint.h>
#include <stdio.h>
#include <string.h>

${preludeTypes(pointerBits)}

/* The orders in which the program can be run: as found; for comparison, the interrupt before (1) or after (3); without
   any interrupt. */
enum { FOUND = 1, BEFORE = 2, AFTER = 4, WITHOUT = 8 };
struct point { int context; uint64_t at; int anywhere; uint32_t count; int orders; const char *text; uint32_t reached; int done; };
struct mark {
    int number; int context; uint64_t at; int anywhere; uint32_t count; const char *text;
    int is_known; uint64_t value; const char *shown; uint32_t reached; int done; uint64_t got;
};
struct writes { uint32_t count; uint64_t last, all; };
struct thing { const char *name; uint64_t at; uint32_t size; char notation; };
struct latch { uint64_t at; uint32_t size; uint64_t content; uint32_t reads_before; };`;
}

/** Behind the tables, in front of the program. */
export function runtimeCode(hasThreads: boolean): string {
  return `/* ---- What runs the program: memory of the target, interrupts at the found points ---- */

static uint8_t memory[MEMORY_SIZE];
static int order, failed_assertion, is_quiet, is_over;
static uint32_t rounds, last_round, marks_done, misuses;
static uint64_t ticks_left, held;
static uint32_t latch_reads;
HELPER double zero;
${hasThreads ? threadState : singleState}

/* Something happened that the finding does not know: no answer. */
NO_RETURN static void cannot_go_on(const char *why)
{
    is_over = 2;
    ends(why);
}

NO_RETURN HELPER void assumption_fails(void)
{
    ends("an assumption of the program does not hold");
}

NO_RETURN HELPER void fails(int assertion)
{
    failed_assertion = assertion;
    ends("an assertion fails");
}

/* A library is used wrongly; that may be the finding, or happen on the way to it. */
HELPER void misused(int assertion)
{
    if (assertion == EXPECTED_ASSERTION && ++misuses == EXPECTED_MISUSES) fails(assertion);
}

HELPER int is_in_isr(void) { return depth > 0; }

${hasThreads ? threadCalls : singleCalls}

/* Loops that wait for an interrupt which never comes end here. */
HELPER void tick(void)
{
    if (ticks_left-- == 0) ends("it goes on and on");
}

static int is_in_memory(uint64_t at, uint32_t size)
{
    return at >= MEMORY_START && at - MEMORY_START + size <= MEMORY_SIZE;
}

/* What was written to device registers in this order. */
static struct writes *column_of_writes(void)
{
    return written[order == FOUND ? 0 : order == BEFORE ? 1 : 2];
}

static const struct thing *device_at(uint64_t at)
{
    for (int n = 0; n < DEVICES; n++)
        if (at >= devices[n].at && at - devices[n].at < devices[n].size) return &devices[n];
    return 0;
}

static int is_latched(uint64_t at, uint32_t size)
{
    return latch.size > 0 && at >= latch.at && at - latch.at + size <= latch.size && latch_reads >= latch.reads_before;
}

HELPER uint64_t load(uint64_t at, uint32_t size)
{
    uint64_t value = 0;
    if (at == 0) cannot_go_on("a read through a null pointer");
    if (!is_in_memory(at, size)) return 0;
    for (uint32_t n = 0; n < size; n++) value |= (uint64_t)memory[at - MEMORY_START + n] << 8 * n;
    return value;
}

HELPER void store(uint64_t at, uint32_t size, uint64_t value)
{
    if (at == 0) cannot_go_on("a write through a null pointer");
    const struct thing *device = device_at(at);
    if (device != 0) {
        struct writes *to = column_of_writes() + (device - devices);
        to->count++;
        to->last = value;
        to->all = (to->all ^ value) * UINT64_C(0x100000001b3);
    }
    if (is_latched(at, size)) {
        const uint32_t shift = 8 * (uint32_t)(at - latch.at);
        const uint64_t bits = size < 8 ? (UINT64_C(1) << 8 * size) - 1 : ~UINT64_C(0);
        held = (held & ~(bits << shift)) | (value & bits) << shift;
    }
    if (!is_in_memory(at, size)) return;
    for (uint32_t n = 0; n < size; n++) memory[at - MEMORY_START + n] = (uint8_t)(value >> 8 * n);
}

${accessCode}

/* The next of the values that were found. */
HELPER uint64_t input(int list)
{
    struct inputs *from = &inputs[list];
    return from->used < from->count ? from->values[from->used++] : 0;
}

HELPER uint64_t read_device(int list, uint64_t at, uint32_t size)
{
    if (is_in_memory(at, size) && device_at(at) == 0) return load(at, size);
    const uint64_t found = input(list);
    if (order != FOUND && is_latched(at, size)) {
        const uint64_t value = held >> 8 * (uint32_t)(at - latch.at);
        return size < 8 ? value & ((UINT64_C(1) << 8 * size) - 1) : value;
    }
    if (latch.size > 0 && at == latch.at) latch_reads++;
    return found;
}

${supportCode}

static void tell(const char *text)
{
    if (!is_quiet) printf("%*s%s\\n", 4 * depth, "", text);
}

/* Is this the time at which an interrupt comes here? */
HELPER int due(int n, uint64_t at)
{
    struct point *point = &points[n];
    if (point->context != context || (!point->anywhere && point->at != at) || ++point->reached != point->count) return 0;
    if ((point->orders & order) == 0) return 0;
    point->done = 1;
    tell(point->text);
    return 1;
}

/* The code has nothing left to do here: the interrupt comes when all before it have come. */
HELPER int idle(int n)
{
    for (int before = 0; before < n; before++)
        if ((points[before].orders & order) != 0 && !points[before].done) return 0;
    if (points[n].done || (points[n].orders & order) == 0) return 0;
    points[n].done = 1;
    tell(points[n].text);
    return 1;
}

HELPER void interrupt(void (*handler)(void), const char *name, int isr)
{
    const int interrupted = context;
    context = isr;
    depth++;
    handler();
    depth--;
    context = interrupted;
    if (!is_quiet) printf("%*s%s ends\\n", 4 * depth, "", name);
}

/* An access of the finding was made. */
HELPER void seen(int n, uint64_t at, uint64_t value)
{
    struct mark *mark = &marks[n];
    if (mark->context != context || (!mark->anywhere && mark->at != at) || ++mark->reached != mark->count || mark->done) return;
    mark->done = (int)++marks_done;
    mark->got = value;
    if (marks_done == MARKS && ticks_left > 2000000) ticks_left = 2000000;
    if (is_quiet) return;
    if (mark->is_known == 2) printf("%*s(%d) %s\\n", 4 * depth, "", mark->number, mark->text);
    else if (mark->is_known && mark->value == value) printf("%*s(%d) %s = %s\\n", 4 * depth, "", mark->number, mark->text, mark->shown);
    else printf("%*s(%d) %s = %" PRIu64 "\\n", 4 * depth, "", mark->number, mark->text, value);
    if (mark->is_known == 1 && mark->value != value)
        printf("%*s    but it was found to be %s\\n", 4 * depth, "", mark->shown);
    if (STOPS_WHEN_SEEN && marks_done == MARKS) ends("all accesses of the finding were made");
}

/* The main loop begins anew; what matters has happened when it does so for the first time after the last access. */
HELPER void next_round(void)
{
    rounds++;
    if (depth > 0) return;
    if (order == FOUND && MARKS > 0 && marks_done == MARKS && last_round == 0) last_round = rounds;
    if (last_round != 0 && rounds >= last_round) ends("the round of the main loop is over");
}`;
}

/** Names at file scope, which nothing of the program may have. */
export function runtimeNames(...texts: readonly string[]): ReadonlySet<string> {
  const names = new Set(
    `inputs points marks things devices initial written latch INPUTS POINTS MARKS THINGS TOUCHED DEVICES MEMORY_START MEMORY_SIZE STACK_START CLAIM
    EXPECTED_ASSERTION EXPECTED_MISUSES STOPS_WHEN_SEEN STACK_SIZE THREADS FIRST_THREAD THREAD_LOCALS frame thread_names thread_locals`.split(
      /\s+/,
    ),
  );
  for (const line of texts.join('\n').split('\n')) {
    if (!/^(?:static|HELPER|NO_RETURN|typedef|enum|int|#define)/.test(line)) continue;
    // Of functions, not their parameters.
    const head = /^enum|^#define|^static [^(]*;/.test(line) ? line : (line.split('(')[0] ?? '');
    for (const [name] of head.matchAll(/[A-Za-z_]\w*/g)) names.add(name);
  }
  return names;
}
