// One producer, one consumer, indices that only one side writes.
#define SIZE 8u

static volatile unsigned char slots[SIZE];
static volatile unsigned read_index, write_index;

void USART2_IRQHandler(void) {
    unsigned next = (write_index + 1) % SIZE;
    if (next != read_index) {
        slots[write_index] = 0x42;
        write_index = next;
    }
}

int main(void) {
    int sum = 0;
    while (read_index != write_index) {
        sum += slots[read_index];
        read_index = (read_index + 1) % SIZE;
    }
    return sum;
}
