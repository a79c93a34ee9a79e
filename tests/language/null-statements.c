// Empty statements, labels before declarations' end, unused labels.
static volatile int x;

void isr_1(void) { ; x = 1;; }

int main(void) {
    ;;
    if (x) {
    } else
        ;
    for (;;) break;
    goto end;
end:;
    return x;
}
