// A weak default handler and a weak reference that may be null.
static int faults;

__attribute__((weak)) void TIM3_IRQHandler(void) { faults++; }
__attribute__((weak)) void optional_hook(void);

int main(void) {
    if (optional_hook) optional_hook();
    return faults;
}
