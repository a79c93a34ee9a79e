// A callback with its context pointer, stored by one function and called by the interrupt.
// SHARED: hook.context, hook.function, ticks
// NOT-SHARED: misses
static struct { void (*function)(void *); void *context; } hook;
static int ticks, misses;
static void on_tick(void *context) { (*(int *)context)++; }
static void on_miss(void *context) { (*(int *)context)--; }
static void attach(void (*f)(void *), void *context) {
    hook.context = context;
    hook.function = f;
}

void isr_1(void) {
    if (hook.function) hook.function(hook.context);
}

int main(void) {
    attach(on_tick, &ticks);
    on_miss(&misses);
    return ticks + misses;
}
