/* A crossing with ten phases and three interrupts. Which phase comes next is decided by what the detectors say, so it
   takes more rounds with decisions on arbitrary data than any bound on loops allows to come through all of them. In the
   last one, main takes a request with its interrupt kept out. */
// options: --arrivals unbounded
// verdict: atomicity holds unbounded
// verdict: race holds unbounded
// verdict: assertion holds unbounded
void enable_isr(int irq);
void disable_isr(int irq);

extern volatile unsigned char DETECTORS, LAMPS;

enum phase { RED, RED_AMBER, GREEN, AMBER, LEFT, LEFT_AMBER, ALL_RED, WALK, FLASH, SERVE };

static volatile unsigned char ticked, faulty, requests;

void isr_1(void) { ticked = 1; }
void isr_2(void) { if (requests < 3) requests++; }
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
            disable_isr(2);
            if (requests > 0) requests--;
            enable_isr(2);
            phase = RED;
        } else if (due && (detected >> phase % 8 & 1)) phase++;
        LAMPS = phase;
    }
}
