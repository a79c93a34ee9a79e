// The fixed parts of every generated file: the memory of the target, the points at which ISRs come, the accesses that are reported,
// and what the arithmetic of the program needs.

/** In front of the tables: `address` is as wide as a pointer of the target. */
export function runtimeTypes(pointerBits: number): string {
  return `#include <inttypes.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined __GNUC__
/* Comparisons with the limits of a type stand in the program's code on purpose. */
#pragma GCC diagnostic ignored "-Wtype-limits"
#define HELPER static __attribute__((unused))
#define NO_RETURN __attribute__((noreturn))
#else
#define HELPER static
#define NO_RETURN
#endif

typedef uint${pointerBits}_t address;

/* The orders in which the program can be run: as found; for comparison, the interrupt before (1) or after (3); without any interrupt. */
enum { FOUND = 1, BEFORE = 2, AFTER = 4, WITHOUT = 8 };
struct point { int context; uint64_t at; int anywhere; uint32_t count; int orders; const char *text; uint32_t reached; int done; };
struct mark {
    int number; int context; uint64_t at; int anywhere; uint32_t count; const char *text;
    int is_known; uint64_t value; const char *shown; uint32_t reached; int done; uint64_t got;
};
struct writes { uint32_t count; uint64_t last, all; };
struct thing { const char *name; uint64_t at; uint32_t size; char notation; };`;
}

/** Behind the tables, in front of the program. */
export const runtimeCode = `/* ---- What runs the program: memory of the target, interrupts at the found points ---- */

static uint8_t memory[MEMORY_SIZE];
static address stack_top, heap_end;
static int order, context, depth, failed_assertion, is_quiet, is_over;
static uint32_t rounds, last_round, marks_done;
static uint64_t ticks_left;
static jmp_buf end_of_run;
static const char *ending;
HELPER double zero;

NO_RETURN static void ends(const char *why)
{
    ending = why;
    longjmp(end_of_run, 1);
}

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
    if (!is_in_memory(at, size)) return;
    for (uint32_t n = 0; n < size; n++) memory[at - MEMORY_START + n] = (uint8_t)(value >> 8 * n);
}

HELPER uint8_t load8(uint64_t at) { return (uint8_t)load(at, 1); }
HELPER uint16_t load16(uint64_t at) { return (uint16_t)load(at, 2); }
HELPER uint32_t load32(uint64_t at) { return (uint32_t)load(at, 4); }
HELPER uint64_t load64(uint64_t at) { return load(at, 8); }
HELPER void store8(uint64_t at, uint8_t value) { store(at, 1, value); }
HELPER void store16(uint64_t at, uint16_t value) { store(at, 2, value); }
HELPER void store32(uint64_t at, uint32_t value) { store(at, 4, value); }
HELPER void store64(uint64_t at, uint64_t value) { store(at, 8, value); }

/* The next of the values that were found. */
HELPER uint64_t input(int list)
{
    struct inputs *from = &inputs[list];
    return from->used < from->count ? from->values[from->used++] : 0;
}

HELPER uint64_t read_device(int list, uint64_t at, uint32_t size)
{
    if (is_in_memory(at, size) && device_at(at) == 0) return load(at, size);
    return input(list);
}

HELPER address allocate(uint64_t size, uint32_t alignment)
{
    uint64_t at = ((uint64_t)stack_top + alignment - 1) / alignment * alignment;
    if (at + size > heap_end) cannot_go_on("the memory is too small");
    memset(memory + (at - MEMORY_START), 0, size);
    stack_top = (address)(at + size);
    return (address)at;
}

HELPER address from_heap(uint64_t size)
{
    if ((uint64_t)stack_top + size + 32 > heap_end) return 0;
    heap_end = (address)((heap_end - size - 16) / 16 * 16);
    memset(memory + ((uint64_t)heap_end - MEMORY_START), 0, size);
    return heap_end;
}

HELPER void copy(uint64_t to, uint64_t from, uint64_t size)
{
    if (size == 0) return;
    if (!is_in_memory(to, (uint32_t)size) || !is_in_memory(from, (uint32_t)size)) cannot_go_on("a copy outside of the memory");
    memmove(memory + (to - MEMORY_START), memory + (from - MEMORY_START), size);
}

HELPER void fill(uint64_t to, uint8_t byte, uint64_t size)
{
    if (size == 0) return;
    if (!is_in_memory(to, (uint32_t)size)) cannot_go_on("a fill outside of the memory");
    memset(memory + (to - MEMORY_START), byte, size);
}

HELPER address copy_of(uint64_t from, uint64_t size)
{
    address to = allocate(size, 16);
    copy(to, from, size);
    return to;
}

HELPER address grown(uint64_t from, uint64_t size)
{
    address to = from_heap(size);
    if (from != 0 && to != 0) copy(to, from, from + size <= (uint64_t)MEMORY_START + MEMORY_SIZE ? size : 0);
    return to;
}

HELPER uint64_t repeated(uint8_t byte, uint32_t size)
{
    uint64_t value = 0;
    while (size-- > 0) value = value << 8 | byte;
    return value;
}

HELPER int64_t sign_extended(uint64_t value, int bits)
{
    return (int64_t)(value << (64 - bits)) >> (64 - bits);
}

HELPER uint64_t nonzero(uint64_t divisor)
{
    if (divisor == 0) cannot_go_on("a division by zero");
    return divisor;
}

HELPER int64_t quotient(int64_t a, int64_t b)
{
    nonzero((uint64_t)b);
    return b == -1 ? (int64_t)(0 - (uint64_t)a) : a / b;
}

HELPER int64_t remaining(int64_t a, int64_t b)
{
    nonzero((uint64_t)b);
    return b == -1 ? 0 : a % b;
}

HELPER int is_unordered(double a, double b) { return a != a || b != b; }

HELPER uint32_t bits_of_float(float value) { uint32_t bits; memcpy(&bits, &value, sizeof bits); return bits; }
HELPER uint64_t bits_of_double(double value) { uint64_t bits; memcpy(&bits, &value, sizeof bits); return bits; }
HELPER float float_of_bits(uint32_t bits) { float value; memcpy(&value, &bits, sizeof value); return value; }
HELPER double double_of_bits(uint64_t bits) { double value; memcpy(&value, &bits, sizeof value); return value; }

HELPER int ones(uint64_t value)
{
    int found = 0;
    for (; value != 0; value &= value - 1) found++;
    return found;
}

HELPER int trailing_zeros(uint64_t value, int bits)
{
    int found = 0;
    while (found < bits && (value >> found & 1) == 0) found++;
    return found;
}

HELPER int leading_zeros(uint64_t value, int bits)
{
    int found = 0;
    while (found < bits && (value >> (bits - 1 - found) & 1) == 0) found++;
    return found;
}

HELPER uint64_t swapped(uint64_t value, int size)
{
    uint64_t result = 0;
    for (; size-- > 0; value >>= 8) result = result << 8 | (value & 255);
    return result;
}

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

/** Names at file scope, which nothing of the program may have. */
export function runtimeNames(...texts: readonly string[]): ReadonlySet<string> {
  const names = new Set(
    `inputs points marks things devices initial written INPUTS POINTS MARKS THINGS TOUCHED DEVICES MEMORY_START MEMORY_SIZE STACK_START CLAIM
    EXPECTED_ASSERTION STOPS_WHEN_SEEN frame`.split(/\s+/),
  );
  for (const line of texts.join('\n').split('\n')) {
    if (!/^(?:static|HELPER|NO_RETURN|typedef|enum|int|#define)/.test(line)) continue;
    // Of functions, not their parameters.
    const head = /^enum|^#define|^static [^(]*;/.test(line) ? line : (line.split('(')[0] ?? '');
    for (const [name] of head.matchAll(/[A-Za-z_]\w*/g)) names.add(name);
  }
  return names;
}
