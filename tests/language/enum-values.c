// Enumerations with gaps, negative and repeated values.
enum colour { RED = 1, GREEN, BLUE = 10, CYAN = BLUE, DARK = -3 };

static volatile enum colour colour = RED;

void isr_1(void) { colour = DARK; }

int main(void) {
    enum colour seen = colour;
    if (seen == GREEN || seen == CYAN) colour = RED;
    return seen < 0;
}
