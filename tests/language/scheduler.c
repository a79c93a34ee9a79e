// A cooperative scheduler whose ready bits the interrupt sets.
#define TASKS 3

typedef void task(void);

static volatile unsigned char ready;
static int runs[TASKS];

static void blink(void) { runs[0]++; }
static void poll(void) { runs[1]++; }
static void send(void) { runs[2]++; }

static task *const tasks[TASKS] = {blink, poll, send};

void SysTick_Handler(void) { ready |= 1 << 1; }

int main(void) {
    ready = 1;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < TASKS; i++) {
            if (ready & (1 << i)) {
                ready &= (unsigned char)~(1 << i);
                tasks[i]();
            }
        }
    }
    return runs[1];
}
