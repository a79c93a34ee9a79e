// Conditional expressions as values, addresses and nested; GNU's short form.
static int left, right;
static volatile int side;

void isr_1(void) { side = !side; }

int main(void) {
    *(side ? &left : &right) = 3;
    int chosen = side > 0 ? left : side < 0 ? right : left + right;
    return chosen ?: -1;
}
