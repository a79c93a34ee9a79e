/* Main empties the receive buffer: it copies as many bytes as there were when it looked, and then says that the buffer is
   empty. A byte that arrives in between is lost, which shows unless that byte is what the copy held before. */
// expect a: atomicity RWW length harmful
void disable_isr(int), enable_isr(int);

#define SIZE 4
extern volatile unsigned char RXDATA;
static volatile unsigned char length, buffer[SIZE];
unsigned char copy[SIZE];

void isr_1(void) {
    if (length < SIZE) {
        buffer[length] = RXDATA;
        length = length + 1; // a.2
    }
}

static void flush(void) {
    disable_isr(1);
    unsigned char n = length; // a.1
    enable_isr(1);
    for (unsigned char i = 0; i < n; i++)
        copy[i] = buffer[i];
    disable_isr(1);
    length = 0; // a.3
    enable_isr(1);
}

int main(void) {
    enable_isr(1);
    for (;;)
        flush();
}
