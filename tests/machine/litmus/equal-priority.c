// Equal priority never preempts: the executions of priority.c without the 4 nested ones.
// 1 + 2 + 2 + 6 = 11, and each ISR sees only what it wrote itself.
// isr: first:1:1
// isr: second:2:1
// executions: 11
// finals: a=0 b=0; a=1 b=0; a=0 b=2; a=1 b=2
int x, a, b;

void first(void) {
    x = 1;
    a = x;
}

void second(void) {
    x = 2;
    b = x;
}

int main(void) { x = 3; }
