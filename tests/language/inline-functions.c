// static inline, and always inlined ones whose accesses move into the caller.
static volatile int lock, owner;

static inline int is_free(void) { return lock == 0; }

__attribute__((always_inline)) static inline void take(int who) {
    lock = 1;
    owner = who;
}

void isr_1(void) {
    if (is_free()) take(2);
}

int main(void) {
    if (is_free()) take(1);
    return owner;
}
