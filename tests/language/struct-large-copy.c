// A copy of several hundred bytes.
struct screen {
    unsigned char pixels[16][20];
    unsigned frame;
};

static struct screen front, back;

void isr_1(void) { front = back; }

int main(void) {
    back.pixels[3][4] = 9;
    back.frame++;
    struct screen *shown = &front;
    return shown->pixels[3][4] + (int)shown->frame;
}
