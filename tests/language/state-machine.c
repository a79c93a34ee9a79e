// A protocol parser driven by the receive interrupt.
enum state { WAIT_START, WAIT_LENGTH, READ_BODY, COMPLETE };

static volatile enum state state;
static unsigned char length, body[8], filled;

static void feed(unsigned char byte) {
    switch (state) {
    case WAIT_START:
        if (byte == 0x7E) state = WAIT_LENGTH;
        break;
    case WAIT_LENGTH:
        length = byte & 7;
        filled = 0;
        state = length ? READ_BODY : WAIT_START;
        break;
    case READ_BODY:
        body[filled++] = byte;
        if (filled == length) state = COMPLETE;
        break;
    case COMPLETE:
        break;
    }
}

void USART1_IRQHandler(void) { feed(0x7E); }

int main(void) {
    int sum = 0;
    if (state == COMPLETE) {
        for (int i = 0; i < length; i++) sum += body[i];
        state = WAIT_START;
    }
    return sum;
}
