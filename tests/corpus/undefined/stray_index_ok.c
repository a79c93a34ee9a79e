/* The interrupt moves an index, and main uses the one that it has checked: all of it is looked at. */
static volatile unsigned char at;
static int samples[4];

void isr_1(void) {
    at = 9;
}

int main(void) {
    unsigned char mine = at;
    if (mine < 4)
        samples[mine] = 1;
    return samples[0];
}
