// A table of functions: whoever indexes it may call any of its functions, but not others of the same type.
// SHARED: started, stopped
// NOT-SHARED: never
static int started, stopped, never;
static void start(void) { started++; }
static void stop(void) { stopped++; }
static void forbidden(void) { never++; }
typedef void (*action)(void);
static const action actions[] = {start, stop};
static action reserve = forbidden;
static volatile unsigned command;

void isr_1(void) { actions[command & 1](); }

int main(void) {
    reserve();
    return started + stopped;
}
