// Bit-fields of one storage unit: setting one is a read-modify-write of all.
struct status {
    unsigned ready : 1;
    unsigned error : 1;
    unsigned level : 6;
};

volatile struct status status;
unsigned seen;

void isr_1(void) {
    status.ready = 1;
    status.level = 17;
}

int main(void) {
    status.error = 0;
    if (status.ready) {
        seen = status.level;
        status.ready = 0;
    }
    return 0;
}
