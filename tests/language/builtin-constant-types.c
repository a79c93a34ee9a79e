// Questions that the compiler answers.
static volatile int x = 3;
static long answers;

void isr_1(void) { x++; }

int main(void) {
    answers += __builtin_constant_p(5) ? 1 : 2;
    answers += __builtin_types_compatible_p(int, signed int);
    answers += __builtin_choose_expr(sizeof(int) == 4, x, 0L);
    answers += __builtin_offsetof(struct { char a; int b; }, b);
    answers += (long)__builtin_object_size(&answers, 0);
    return (int)answers;
}
