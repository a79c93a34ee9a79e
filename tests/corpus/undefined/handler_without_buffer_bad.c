/* Nobody gives the handler its buffer: each of its runs ends with its first write, so nothing is known of what it would do
   to main. */
// verdict: atomicity unknown
// verdict: race unknown
// verdict: assertion unknown
// verdict: deadlock unknown
static volatile unsigned char *buffer;
static volatile unsigned char count;

void isr_1(void) {
    *buffer = 1; // undefined
    count++;
}

int main(void) {
    count++;
    return count;
}
