// The C that written functions rely on: types of their numbers, accesses and allocation, and arithmetic that C does not
// have. Whoever uses it adds what differs: `memory`, `stack_top`, `heap_end` and `zero`; `is_in_memory`, `load` and
// `store`; where a run ends, that is `ends`, `cannot_go_on`, `fails` and `assumption_fails`; and what the
// instrumentation calls. Numbers of the layout come from `layout.ts`.

/** `address` is as wide as a pointer of the target. */
export function preludeTypes(pointerBits: number): string {
  return `#if defined __GNUC__
/* Comparisons with the limits of a type stand in the program's code on purpose. */
#pragma GCC diagnostic ignored "-Wtype-limits"
#define HELPER static __attribute__((unused))
#define NO_RETURN __attribute__((noreturn))
#else
#define HELPER static
#define NO_RETURN
#endif

typedef uint${pointerBits}_t address;`;
}

/** Behind `load` and `store`. */
export const accessCode = `HELPER uint8_t load8(uint64_t at) { return (uint8_t)load(at, 1); }
HELPER uint16_t load16(uint64_t at) { return (uint16_t)load(at, 2); }
HELPER uint32_t load32(uint64_t at) { return (uint32_t)load(at, 4); }
HELPER uint64_t load64(uint64_t at) { return load(at, 8); }
HELPER void store8(uint64_t at, uint8_t value) { store(at, 1, value); }
HELPER void store16(uint64_t at, uint16_t value) { store(at, 2, value); }
HELPER void store32(uint64_t at, uint32_t value) { store(at, 4, value); }
HELPER void store64(uint64_t at, uint64_t value) { store(at, 8, value); }
/* A handler was installed with this argument, at home: how many there are, then each. */
HELPER void give(uint64_t home, uint32_t width, uint64_t argument)
{
    uint64_t n, count = load(home, width);
    for (n = 0; n < count; n++)
        if (load(home + (n + 1) * width, width) == argument) return;
    store(home + (n + 1) * width, width, argument);
    store(home, width, count + 1);
}`;

export const supportCode = `HELPER address allocate(uint64_t size, uint32_t alignment)
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
}`;
