// Loops of all kinds. Each function without parameters is a program of its own; what it computes goes to out().
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <stdarg.h>
#include <stddef.h>

void out(unsigned long long value);
unsigned nondet(void);

static unsigned lcg(unsigned *state) { return *state = *state * 1664525u + 1013904223u; }

void nested_loops(void) {
    int sum = 0;
    for (int i = 0; i < 30; i++) {
        if (i % 7 == 3) continue;
        for (int j = i; j < 40; j += 3) {
            if (j > 35 && i > 20) break;
            int k = 0;
            while (1) {
                if (k * k > i + j) break;
                if ((k & 1) == 0) {
                    k += 3;
                    continue;
                }
                sum += k++;
            }
            do sum -= k--;
            while (k > 2);
        }
        out(sum);
        if (sum < -100000) goto done;
    }
done:
    out(sum);
}

void gotos(void) {
    int a = 0, b = 100, n = 0;
again:
    if (a < b) {
        a += 3;
        if (a % 5 == 0) goto skip;
        b--;
    skip:
        n++;
        goto again;
    }
    out(n);
    /* two ways into one loop */
    int i = 0;
    if (n & 1) goto middle;
top:
    i += 2;
middle:
    i++;
    if (i < 200) {
        if (i % 3) goto middle;
        goto top;
    }
    out(i);
}

void switches(void) {
    unsigned s = 1;
    int counts[6] = {0};
    for (int i = 0; i < 400; i++) {
        switch (lcg(&s) >> 28) {
        case 0:
        case 1:
            counts[0]++;
            break;
        case 2:
            counts[1]++;
            /* fall through */
        case 3:
            counts[2]++;
            continue;
        case 4 ... 9:
            counts[3] += i;
            break;
        case 15:
            if (i > 380) goto out_of_it;
            break;
        default:
            counts[4]++;
        }
        counts[5] ^= i;
    }
out_of_it:
    for (int i = 0; i < 6; i++) out(counts[i]);
    for (long long v = -3; v < 4; v++) switch (v * 0x2000000000000000LL) {
        case 0: out(1); break;
        case 0x6000000000000000LL: out(2); break;
        case -0x2000000000000000LL: out(3); break;
        default: out(4);
        }
}

void wide_integers(void) {
    uint64_t hash = 14695981039346656037ull;
    for (int i = 0; i < 300; i++) {
        hash ^= (uint64_t)i;
        hash *= 1099511628211ull;
    }
    out(hash);
    int64_t x = (1ll << 53) - 20, y = -(1ll << 53) + 20;
    for (int i = 0; i < 40; i++) {
        x += i & 3;
        y -= i & 3;
        out(x);
        out(y);
        out((uint64_t)x >> (i & 31));
        out(y >> (i & 31));
        out(x * 3);
        out(x / (i + 1));
        out(y % (i + 1));
        out((uint64_t)y / (i + 7));
        out((uint64_t)y % (i + 7));
        out(x & y);
        out(x | (y << 2));
        out(x ^ y);
        out((uint64_t)x < (uint64_t)y);
        out((uint64_t)(x - y) > 1ull << 63);
    }
    uint64_t near = UINT64_MAX - 50;
    for (int i = 0; i < 100; i++) near++;
    out(near);
    int64_t low = INT64_MIN + 1000;
    for (int i = 0; i < 100; i++) low -= 7;
    out(low);
}

void safe_wide_integers(void) {
    int64_t sum = 0;
    for (int64_t i = -1000; i < 1000; i++) {
        sum += i * i * (i & 1 ? -1 : 1);
        sum ^= i << 3;
        sum -= (sum >> 5) & 0xff;
        sum |= i & 5;
        if ((uint64_t)i < 10 || i > 990) out(sum / (i | 1));
        if (i % 250 == 0) out((uint64_t)sum % 97);
    }
    out(sum);
    out((uint64_t)(unsigned)sum << 20);
}

void small_integers(void) {
    uint8_t a = 0;
    int8_t b = 0;
    uint16_t c = 0;
    int16_t d = 0;
    _Bool e = 0;
    for (int i = 0; i < 700; i++) {
        a += 7;
        b = (int8_t)(b * 3 + i);
        c = (uint16_t)(c * 257 + a);
        d = (int16_t)(d - b - c);
        e = e ^ (d < b);
        if (b != 0 && i % 31 == 0) out(d / b + d % b);
        if (i % 97 == 0) out(a << 8 | (uint8_t)b), out(c), out((uint16_t)d), out(e), out(a >> (b & 7)), out(b >> 2), out(d >> (a & 15));
        a = (uint8_t)(a << (i & 3)) | (a >> 5);
    }
    out(a);
}

struct bits {
    unsigned a : 3;
    int b : 5;
    unsigned long long c : 40;
    unsigned d : 17;
};

void bit_fields(void) {
    struct bits x = {0};
    for (int i = 0; i < 300; i++) {
        x.a += 1;
        x.b -= 3;
        x.c = x.c * 5 + i;
        x.d ^= x.c;
        if (i % 50 == 0) out(x.a), out(x.b), out(x.c), out(x.d);
    }
    out(x.c);
}

void floats(void) {
    float f = 1.0f;
    double d = 1.0;
    int negative = 0;
    for (int i = 1; i < 300; i++) {
        f = f * 1.01f + (float)i / 3.0f;
        d = d / 1.5 - f + i * 0.25;
        if (d < 0) negative++;
        if (i % 60 == 0) out((long long)f), out((long long)d), out((unsigned char)(int)f), out((int)(d * 1000));
        if (f > 1e6f) f = -f / 1000;
    }
    out(negative);
    double inf = 1e308, nan;
    for (int i = 0; i < 3; i++) inf *= 10;
    nan = inf - inf;
    for (int i = 0; i < 4; i++) {
        double x = i == 0 ? inf : i == 1 ? nan : i == 2 ? -inf : 0.0;
        out((x < 1) | (x > 1) << 1 | (x == x) << 2 | (x != 1) << 3 | !(x <= 1) << 4 | (x >= -1e300) << 5);
    }
    union {
        float f;
        uint32_t u;
        double d;
        uint64_t w;
    } pun;
    for (int i = 0; i < 50; i++) {
        pun.u = 0x3f800000u + (unsigned)i * 123457u;
        f += pun.f;
        pun.d = (double)f * i;
        out(pun.w >> 20);
    }
    uint64_t big = 0;
    for (int i = 0; i < 60; i++) {
        big = big * 2 + 1;
        if (i % 10 == 0) out((uint64_t)((double)big / 2)), out((uint64_t)(float)(int64_t)(big >> 1));
    }
}

struct item {
    struct item *next;
    int value;
    short tag;
};
static struct item pool[50];

void linked_list(void) {
    struct item *head = 0;
    for (int i = 0; i < 50; i++) {
        pool[i].value = i * i;
        pool[i].tag = (short)-i;
        pool[i].next = head;
        head = &pool[i];
    }
    for (int round = 0; round < 20; round++) {
        struct item *reversed = 0;
        long sum = 0;
        while (head != 0) {
            struct item *next = head->next;
            head->next = reversed;
            reversed = head;
            sum += head->value * head->tag;
            head = next;
        }
        head = reversed;
        out(sum);
    }
    out((unsigned long long)(head - pool));
    out(&pool[3] < head);
}

struct point {
    int x, y;
    char name[6];
};
static struct point points[300];

static struct point moved(struct point p, int by) {
    p.x += by;
    p.y -= by;
    p.name[by & 3]++;
    return p;
}

void structures(void) {
    for (int i = 0; i < 300; i++) points[i] = (struct point){i, -i, "abcde"};
    for (int i = 1; i < 300; i++) {
        points[i] = moved(points[i - 1], i & 7);
        memcpy(&points[i].name[1], points[i].name, 3);
    }
    struct point copy[20];
    for (int i = 0; i < 20; i++) memmove(&copy[19 - i], &points[i * 14], sizeof copy[0]);
    for (int i = 0; i < 20; i++) out(copy[i].x), out(copy[i].y), out(copy[i].name[2]);
    memset(copy, 0x5a, sizeof copy / 2);
    out(copy[9].y);
}

static unsigned char pages[5000];
struct __attribute__((packed)) odd {
    char c;
    long long l;
    int i;
};

void many_pages(void) {
    for (int round = 0; round < 3; round++)
        for (unsigned i = 0; i < sizeof pages; i++) pages[i] += (unsigned char)(i * 7 + round);
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof pages; i += 3) sum = sum * 31 + pages[i];
    out(sum);
    struct odd *odds = (struct odd *)pages;
    for (int i = 0; i < 300; i++) {
        odds[i].l += i;
        odds[i].i ^= (int)odds[i].l;
    }
    for (int i = 0; i < 300; i += 20) out(odds[i].l), out(odds[i].i);
    for (char *p = (char *)pages, *q = (char *)pages + 4999; p < q; p++, q--) {
        char t = *p;
        *p = *q;
        *q = t;
    }
    out(pages[1234]);
}

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int odd_number(unsigned n);
static int even_number(unsigned n) { return n == 0 ? 1 : odd_number(n - 1); }
static int odd_number(unsigned n) { return n == 0 ? 0 : even_number(n - 1); }
static int deep(int n, int *at) {
    int local = n;
    if (n == 0) return *at;
    local += deep(n - 1, &local);
    return local ^ *at;
}

void recursion(void) {
    out(fibonacci(12));
    out(even_number(700));
    int zero = 0;
    out(deep(600, &zero));
}

static int inner_called;
static int shows(int i) {
    inner_called++;
    if (i % 50 == 49) out(i);
    int buffer[3] = {i, i + 1, i + 2};
    for (int k = 0; k < 3; k++)
        if (buffer[k] % 40 == 0) out(buffer[k] + 1000);
    return buffer[i % 3];
}
static int wraps(int i) { return shows(i) + shows(i + 1) * 2; }

void calls(void) {
    int sum = 0;
    for (int i = 0; i < 200; i++) sum += wraps(i);
    out(sum);
    out(inner_called);
}

static int cell[4], *alias = cell;
static void by_name(int v) { cell[1] += v; }
static void by_pointer(int *p, int v) { p[1] ^= v; }

void aliases(void) {
    int sum = 0;
    for (int i = 0; i < 300; i++) {
        int before = cell[1];
        alias[1] += i;
        sum += cell[1];
        by_name(before);
        sum ^= alias[1];
        by_pointer(alias, i);
        sum += cell[1] - alias[2];
        memcpy(&alias[2], &cell[1], sizeof(int));
        if (i % 9 == 0) out(sum);
    }
}

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int variable(int n, ...) {
    va_list list;
    va_start(list, n);
    int sum = 0;
    for (int i = 0; i < n; i++) sum += va_arg(list, int);
    va_end(list);
    return sum;
}

void indirect_calls(void) {
    int (*operations[])(int, int) = {add, subtract, add};
    int sum = 0;
    for (int i = 0; i < 100; i++) sum = operations[i % 3](sum, i) + variable(3, i, sum, 1);
    out(sum);
}

void uninitialised(void) {
    int a[10];
    int sum = 0;
    for (int i = 0; i < 10; i++)
        if (i != 7) a[i] = i;
    for (int i = 0; i < 10; i++) sum += a[i];
    for (int i = 0; i < 30; i++) sum = sum * 3 + i;
    out(sum);
    unsigned never;
    unsigned k = 0;
    for (int i = 0; i < 20; i++) {
        if (i == 15) k = never;
        k = k / 3 + 1;
    }
    out(k);
}

void symbolic_in_the_middle(void) {
    unsigned sum = 0, seen = 0;
    for (unsigned i = 0; i < 300; i++) {
        if (i == 150) seen = nondet();
        if (i == 200) seen = 5;
        sum += i ^ seen;
    }
    out(sum);
    unsigned bound = nondet() & 7, rounds = 0;
    for (unsigned i = 0; i < 100; i++)
        if ((i & 7) == bound) rounds++;
    out(rounds);
    int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
    for (int i = 0; i < 20; i++) {
        table[i & 7] += table[bound];
        table[(bound + (unsigned)i) & 7]++;
    }
    out(table[0]);
}

void symbolic_carried_along(void) {
    unsigned carried = nondet(), sum = 0, other = nondet();
    for (unsigned i = 0; i < 400; i++) {
        sum = sum * 3 + i;
        if (i == 100) carried = 7;
        if (i == 200) carried = other;
        if (i == 300) sum += carried;
        if (i == 350) sum = 1;
    }
    out(sum);
    out(carried);
}

static int shared;
static volatile int other_shared;
static int mine;
void handler(void) {
    shared += 2;
    other_shared = shared;
}

void shared_in_the_middle(void) {
    for (int i = 0; i < 500; i++) {
        mine += i;
        if (i % 100 == 50) shared = mine;
        if (i % 170 == 0) mine ^= other_shared;
    }
    out(mine);
    for (int i = 0; i < 20; i++) {
        shared++;
        mine += shared;
    }
    out(mine);
}

/* Others see one byte of the page that this works on. */
static volatile unsigned char buffer[600];
void buffer_handler(void) {
    buffer[300] ^= 1;
}

void in_a_page_that_others_see(void) {
    for (int round = 0; round < 4; round++)
        for (int i = 0; i < 600; i++) buffer[i] = (unsigned char)(buffer[i] + i + buffer[i * 7 % 600]);
    out(buffer[1]);
}

void private_volatile(void) {
    volatile int n = 0;
    volatile long long m = 0;
    static volatile short s;
    while (n < 500) {
        n++;
        m += n;
        s = (short)(s - 3);
    }
    out(n), out(m), out(s);
}

void divides_by_zero(void) {
    int sum = 0;
    for (int i = 300; i > -5; i--) sum += 1000 / i;
    out(sum);
}

void leaves_the_array(void) {
    int a[100], i;
    for (i = 0; i <= 100; i++) a[i] = i;
    out(a[5]);
}

void before_the_array(void) {
    static int a[100];
    for (int i = 99; i >= -1; i--) a[i] = i;
    out(a[5]);
}

void null_pointer(void) {
    int value = 0, *p = &value;
    for (int i = 0; i < 50; i++) {
        if (i == 40) p = 0;
        *p = i;
    }
    out(value);
}

static int *leaked;
static void leaks(int i) {
    int local = i;
    leaked = &local;
    local++;
}
void dead_object(void) {
    for (int i = 0; i < 50; i++) leaks(i);
    out(*leaked);
}

void heap(void) {
    int **rows = malloc(20 * sizeof *rows);
    for (int i = 0; i < 20; i++) {
        rows[i] = calloc(10, sizeof(int));
        for (int j = 0; j < 10; j++) rows[i][j] += i * j;
    }
    int sum = 0;
    for (int i = 0; i < 20; i++) {
        for (int j = 0; j < 10; j++) sum += rows[i][j];
        free(rows[i]);
    }
    free(rows);
    out(sum);
}

void arrays_on_the_stack(void) {
    int sum = 0;
    for (int n = 1; n < 20; n++) {
        int room[n];
        for (int i = 0; i < n; i++) room[i] = i * n;
        for (int i = 0; i < n; i++) sum += room[i];
    }
    out(sum);
}

void builtins(void) {
    unsigned s = 7;
    unsigned long long sum = 0;
    for (int i = 0; i < 100; i++) {
        unsigned x = lcg(&s) | 1;
        int result;
        sum += (unsigned)__builtin_popcount(x) + (unsigned)__builtin_clz(x) * 2 + __builtin_bswap32(x);
        if (__builtin_add_overflow((int)x, i << 24, &result)) sum ^= (unsigned)result;
        if (__builtin_mul_overflow(x, 3u, (unsigned *)&result)) sum -= (unsigned)result;
        sum = sum << 7 | sum >> 57;
        sum += (unsigned)abs((int)x);
    }
    out(sum);
}

void very_wide(void) {
    unsigned __int128 x = 1;
    for (int i = 1; i < 40; i++) x = x * 37 + (unsigned)i;
    out((unsigned long long)x);
    out((unsigned long long)(x >> 64));
}

void pointers_as_numbers(void) {
    static char buffer[64];
    uintptr_t sum = 0;
    for (int i = 0; i < 64; i++) {
        uintptr_t n = (uintptr_t)&buffer[i];
        *(char *)n = (char)i;
        sum += n - (uintptr_t)buffer;
    }
    out(sum);
    ptrdiff_t distance = 0;
    for (char *p = buffer; p != buffer + 64; p++) distance += p - buffer + *p;
    out(distance);
    out(&buffer[1] > (char *)pool);
}

static const char *const names[] = {"alpha", "beta", "gamma", "delta"};
void strings(void) {
    char text[64];
    int at = 0;
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < 4; i++)
            for (const char *p = names[i]; *p; p++) text[at++] = *p;
    text[at] = 0;
    unsigned long long hash = 5381;
    for (char *p = text; *p; ++p) hash = hash * 33 + (unsigned char)*p;
    out(hash);
    out(at);
}

void sieve(void) {
    static unsigned char composite[3000];
    int count = 0;
    for (int i = 2; i < 3000; i++) {
        if (composite[i]) continue;
        count++;
        for (int j = 2 * i; j < 3000; j += i) composite[j] = 1;
    }
    out(count);
}

void matrix(void) {
    static double a[8][8], b[8][8], c[8][8];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) a[i][j] = i - j, b[i][j] = i * 0.5 + j;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            double sum = 0;
            for (int k = 0; k < 8; k++) sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    for (int i = 0; i < 8; i++) out((long long)(c[i][i] * 4));
}

/* No loop to leap over. */
void long_loop(void) {
    unsigned n = 0;
    for (int i = 0; i < 2000000; i++) n = ((n ^ i) ^ i) + 1;
    out(n);
}

/* Loops without an end that nobody notices. */
static int never_set, counter;
static int toggle, table[4] = {1, 1, 1, 1};
static void spin(int n) {
    volatile int left = n;
    while (left) left--;
}

void idle_empty(void) {
    out(1);
    for (;;) {
    }
}
void idle_counting(void) {
    out(2);
    for (int i = 0;; i++) counter = i;
}
void idle_flag(void) {
    out(3);
    while (!never_set) {
    }
    out(4);
}
void idle_flag_counting(void) {
    out(5);
    while (!never_set) counter++;
    out(6);
}
void idle_calling(void) {
    out(7);
    for (;;) spin(100);
}
void idle_cycle(void) {
    out(8);
    unsigned i = 0;
    while (table[i]) i = (i + 1) & 3;
    out(9);
}
void idle_memory_cycle(void) {
    out(10);
    int *p = &toggle;
    while (table[*p & 3]) *p = !*p;
    out(11);
}
void idle_long_cycle(void) {
    out(12);
    unsigned char i = 0;
    int *p = table;
    while (p[i & 3]) i += 3;
    out(13);
}
void idle_nested(void) {
    out(14);
    int *p = table;
    while (p[1])
        for (int i = 0; i < 20; i++)
            if (!p[i & 3]) return;
    out(15);
}
void idle_in_a_call(void) {
    out(16);
    for (int i = 0; i < 100; i++) {
        mine += i;
        if (i == 90) idle_flag_counting();
    }
}
