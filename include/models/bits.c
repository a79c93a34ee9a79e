/* Of strings.h, what looks for bits: the place of the lowest one that is set, from 1 on; 0 where there is none. */
int ffs(int value) {
    return __builtin_ffs(value);
}

int ffsl(long value) {
    return __builtin_ffsl(value);
}

int ffsll(long long value) {
    return __builtin_ffsll(value);
}
