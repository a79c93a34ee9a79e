// Control flow nested to a depth that no one should write.
static volatile int a, b, c, d;
static int hits;

void isr_1(void) { c = !c; }

int main(void) {
    for (int i = 0; i < 2; i++) {
        if (a == 0) {
            while (b < 2) {
                b++;
                if (c) {
                    do {
                        switch (d) {
                        case 0:
                            if (i) {
                                for (int j = 0; j < 2; j++) {
                                    if (j == 1 && !a) {
                                        hits++;
                                        { { { if (c) hits += 2; else hits += 4; } } }
                                    }
                                }
                            }
                            d++;
                            break;
                        default:
                            d = 3;
                        }
                    } while (d < 3);
                } else {
                    a = b;
                }
            }
        }
    }
    return hits;
}
