/* A crossing with ten phases and three interrupts. Which phase comes next is decided by what the detectors say, so it
   takes more rounds with decisions on arbitrary data than any bound on loops allows to come through all of them. In the
   last one, main takes a request while its interrupt may count another, which is lost. */
// options: --arrivals unbounded
// expect a: atomicity RWW requests harmful
// expect b: atomicity RWR requests not-shown-harmful
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char DETECTORS, LAMPS;

enum phase { RED, RED_AMBER, GREEN, AMBER, LEFT, LEFT_AMBER, ALL_RED, WALK, FLASH, SERVE };

static volatile unsigned char ticked, faulty, requests;

void isr_1(void) { ticked = 1; }
void isr_2(void) { if (requests < 3) requests++; } // a.2 b.2
void isr_3(void) { faulty = 1; }

int main(void) {
    enum phase phase = RED;

    enable_isr(1);
    enable_isr(2);
    enable_isr(3);
    for (;;) {
        unsigned char failed, due, detected = DETECTORS;

        disable_isr(3);
        failed = faulty;
        faulty = 0;
        enable_isr(3);
        disable_isr(1);
        due = ticked;
        ticked = 0;
        enable_isr(1);
        if (failed) phase = RED;
        else if (phase == SERVE) {
            if (requests > 0) requests--; // a.1 a.3 b.1 b.3
            phase = RED;
        } else if (due && (detected >> phase % 8 & 1)) phase++;
        LAMPS = phase;
    }
}
