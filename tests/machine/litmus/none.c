// `none`: handlers never nest, whatever their priorities: the executions of priority.c without the 4 nested ones.
// 1 + 2 + 2 + 6 = 11, and each ISR sees only what it wrote itself.
// platform: generic nesting=none
// executions: 11
// finals: a=0 b=0; a=1 b=0; a=0 b=2; a=1 b=2
int x, a, b;

void isr_1(void) {
    x = 1;
    a = x;
}

void isr_2(void) {
    x = 2;
    b = x;
}

int main(void) { x = 3; }
