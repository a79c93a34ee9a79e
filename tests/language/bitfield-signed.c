// Signed bit-fields: loads extend the sign.
struct offsets {
    signed int x : 5;
    signed int y : 7;
    unsigned int z : 4;
};

static struct offsets offsets;
int sum;

void isr_1(void) {
    offsets.x = -7;
    offsets.y = 40;
}

int main(void) {
    sum = offsets.x + offsets.y;
    offsets.z = 15;
    return sum < 0 ? 1 : 0;
}
