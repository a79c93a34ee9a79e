// Objects without a name, static and automatic.
struct range {
    int low, high;
};

static struct range *active = &(struct range){1, 9};
static const int *const primes = (const int[]){2, 3, 5, 7};

void isr_1(void) { active->high = 20; }

static int width(struct range range) { return range.high - range.low; }

int main(void) {
    struct range *local = &(struct range){.high = primes[3]};
    *active = (struct range){.low = 2, .high = active->high};
    return width(*local) + width((struct range){3, 4}) + active->high;
}
