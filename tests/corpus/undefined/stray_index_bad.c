/* The interrupt moves an index, and main uses it after its check: what a write behind the array does, nobody knows. It is
   the harm of an atomicity violation, and every verdict says that it ends there. */
// expect a: atomicity RWR at harmful
static volatile unsigned char at;
static int samples[4];

void isr_1(void) {
    at = 9; // a.2
}

int main(void) {
    if (at < 4) // a.1
        samples[at] = 1; // a.3 undefined
    return samples[0];
}
