// Copying a shared buffer byte by byte.
static volatile unsigned char mailbox[6];
static volatile unsigned char full;
unsigned char copy[6];

void isr_1(void) {
    if (!full) {
        for (int i = 0; i < 6; i++) mailbox[i] = (unsigned char)(i * 3);
        full = 1;
    }
}

int main(void) {
    if (full) {
        for (int i = 0; i < 6; i++) copy[i] = mailbox[i];
        full = 0;
    }
    return copy[5];
}
