// Lines that claim to be elsewhere.
static volatile int x;

#line 100 "generated.y"
void isr_1(void) { x = 1; }

#line 7 "line-directives.c"
int main(void) { return x; }
