// C11 alignment specifiers.
#include <stdalign.h>
#include <stddef.h>

struct buffer {
    char head;
    alignas(8) unsigned char data[16];
};

static alignas(64) struct buffer buffer;

void isr_1(void) { buffer.data[8] = 1; }

int main(void) {
    buffer.head = (char)alignof(struct buffer);
    return buffer.data[8] + (int)offsetof(struct buffer, data);
}
