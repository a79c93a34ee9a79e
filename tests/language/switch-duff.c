// A loop entered through a switch.
static unsigned char port[16];
static unsigned position;

static void send(const unsigned char *from, int count) {
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            port[position++ & 15] = *from++;
            __attribute__((fallthrough));
        case 3:
            port[position++ & 15] = *from++;
            __attribute__((fallthrough));
        case 2:
            port[position++ & 15] = *from++;
            __attribute__((fallthrough));
        case 1:
            port[position++ & 15] = *from++;
        } while (--rounds > 0);
    }
}

void isr_1(void) { position = 0; }

int main(void) {
    static const unsigned char text[] = "hello world";
    send(text, 11);
    return port[0];
}
