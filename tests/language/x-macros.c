// One list, expanded into an enum, a table and functions.
#define EVENTS(X) X(boot, 1) X(key, 4) X(timer, 9)

enum {
#define AS_ENUM(name, weight) EVENT_##name,
    EVENTS(AS_ENUM) EVENT_COUNT
};

static int weights[] = {
#define AS_WEIGHT(name, weight) weight,
    EVENTS(AS_WEIGHT)};

#define AS_FUNCTION(name, weight)                                                                                      \
    static void on_##name(void) { weights[EVENT_##name] += weight; }
EVENTS(AS_FUNCTION)

void isr_1(void) { on_timer(); }

int main(void) {
    on_boot();
    on_key();
    return weights[EVENT_COUNT - 1];
}
