// All elements of one array, yet each context has its own field; only the flag is common.
// SHARED: channels[].ready
// NOT-SHARED: channels[].sample, channels[].gain
struct channel { int sample; int gain; volatile int ready; };
static struct channel channels[4];

void isr_1(void) {
    for (int i = 0; i < 4; i++) {
        channels[i].sample = i;
        channels[i].ready = 1;
    }
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (channels[i].ready) sum += channels[i].gain;
        channels[i].gain = 2;
    }
    return sum;
}
