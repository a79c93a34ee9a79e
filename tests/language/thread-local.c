// One object per thread, beside a shared one.
static _Thread_local int mine;
static int ours;

void isr_1(void) { ours++; }

int main(void) {
    mine = 3;
    ours += mine;
    return ours;
}
