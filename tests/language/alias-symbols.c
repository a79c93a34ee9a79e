// Two names for one function and for one variable.
static int ticks;

void real_handler(void) { ticks++; }
void TIM4_IRQHandler(void) __attribute__((alias("real_handler")));

int first_name = 4;
extern int second_name __attribute__((alias("first_name")));

int main(void) {
    second_name++;
    return ticks + first_name;
}
