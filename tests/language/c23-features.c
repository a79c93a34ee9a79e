// flags: -std=c2x
// C23 as far as clang 16 knows it: bool, nullptr, attributes, binary literals with separators, empty initialisers.
struct point {
    int x, y;
};

static struct point origin = {};
static int *target = nullptr;
static volatile bool armed;

[[maybe_unused]] static int unused_counter;

[[nodiscard]] static int area(struct point p) { return p.x * p.y; }

void isr_1(void) { armed = true; }

int main(void) {
    static_assert(0b1'0000 == 16);
    typeof(origin) corner = {.x = 1'000, .y = 2};
    origin = (struct point){};
    switch ((int)armed) {
    case 1:
        corner.x++;
        [[fallthrough]];
    default:
        corner.y++;
    }
    return target == nullptr ? area(corner) : 0;
}
