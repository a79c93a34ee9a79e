// break leaves the switch, continue the iteration, a flag the loop.
static volatile unsigned char input;
static int errors, bytes;

void isr_1(void) { input = 0x1B; }

int main(void) {
    int running = 1;
    for (int i = 0; i < 5 && running; i++) {
        switch (input) {
        case 0:
            continue;
        case 0x1B:
            running = 0;
            break;
        default:
            errors++;
        }
        bytes++;
    }
    return bytes;
}
