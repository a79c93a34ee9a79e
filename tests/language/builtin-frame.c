// Addresses of the frame and of the caller.
static void *last_caller;

__attribute__((noinline)) static void trace(void) { last_caller = __builtin_return_address(0); }

void isr_1(void) { trace(); }

int main(void) {
    trace();
    return last_caller != __builtin_frame_address(0);
}
