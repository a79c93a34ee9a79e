/* Main empties the receive buffer: it copies the bytes and says that the buffer is empty, all with the handler kept
   out. */
void disable_isr(int), enable_isr(int);

#define SIZE 4
extern volatile unsigned char RXDATA;
static volatile unsigned char length, buffer[SIZE];
unsigned char copy[SIZE];

void isr_1(void) {
    if (length < SIZE) {
        buffer[length] = RXDATA;
        length = length + 1;
    }
}

static void flush(void) {
    disable_isr(1);
    for (unsigned char i = 0; i < length; i++)
        copy[i] = buffer[i];
    length = 0;
    enable_isr(1);
}

int main(void) {
    enable_isr(1);
    for (;;)
        flush();
}
