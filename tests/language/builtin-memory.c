// The builtin forms of library functions.
static char from[8] = "builtin", to[8];

void isr_1(void) { from[0] = 'B'; }

int main(void) {
    __builtin_memcpy(to, from, 8);
    __builtin_memset(from + 4, 0, 2);
    return (int)__builtin_strlen(to) + __builtin_abs(to[0] - from[0]);
}
