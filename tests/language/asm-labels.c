// A C name with another symbol name.
extern int counter_value __asm__("app_counter");
int counter_value = 2;
static void bump(void) __asm__("app_bump");

static void bump(void) { counter_value++; }

void isr_1(void) { bump(); }

int main(void) {
    bump();
    return counter_value;
}
