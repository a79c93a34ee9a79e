// Assembly that may jump.
static int taken;

void isr_1(void) { taken++; }

int main(void) {
    __asm__ goto("" : : : : away);
    taken += 2;
    return taken;
away:
    return -1;
}
