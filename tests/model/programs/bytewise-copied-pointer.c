// A copy byte by byte carries pointers as memcpy does; an analysis of whole pointers loses them, and the access with them.
// SHARED: target
// NOT-SHARED: none
struct message { int kind; int *where; };
static int target;
static struct message original = {1, &target};
static struct message received;

static void copy(void *to, const void *from, unsigned length) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (length--) *t++ = *f++;
}

void isr_1(void) {
    copy(&received, &original, sizeof received);
    *received.where = 3;
}

int main(void) {
    return target; // WRITTEN-BY: isr_1
}
