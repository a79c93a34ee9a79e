// Copying a structure touches all of its fields.
// SHARED: published.count, published.sum
// NOT-SHARED: private_copy.count
struct sample { int sum; int count; };
static struct sample published, private_copy;

void isr_1(void) {
    published.sum += 3;
    published.count++;
}

int main(void) {
    private_copy = published; // POINT: isr_1
    return private_copy.sum / private_copy.count;
}
