// GNU C: local labels inside a statement expression.
static int limit = 4;

#define FIND(array, count, wanted)                                                                                     \
    ({                                                                                                                 \
        __label__ out;                                                                                                 \
        int at = -1;                                                                                                   \
        for (int i = 0; i < (count); i++)                                                                              \
            if ((array)[i] == (wanted)) {                                                                              \
                at = i;                                                                                                \
                goto out;                                                                                              \
            }                                                                                                          \
    out:                                                                                                               \
        at;                                                                                                            \
    })

static int keys[4] = {4, 3, 2, 1};

void isr_1(void) { keys[0] = 2; }

int main(void) { return FIND(keys, limit, 2) + FIND(keys, limit, 9); }
