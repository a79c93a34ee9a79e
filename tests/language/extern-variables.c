// Variables that another file defines: a plain one, a volatile one and an array of unknown size.
extern int system_clock;
extern volatile unsigned STATUS_REGISTER;
extern unsigned char heap_start[];
static unsigned seen;

void isr_1(void) { system_clock++; }

int main(void) {
    seen = STATUS_REGISTER & 0xFF;
    heap_start[2] = (unsigned char)seen;
    return system_clock;
}
