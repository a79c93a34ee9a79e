// Designators for members, elements, nested ones and ranges.
struct pin {
    int number;
    struct {
        int pull, speed;
    } options;
};

static struct pin pins[4] = {
    [2] = {.number = 7, .options.speed = 3},
    [0] = {.options = {.pull = 1}, .number = 5},
};
static int ranges[10] = {[0 ... 4] = 1, [7] = 9, 8};

void isr_1(void) { pins[2].options.speed = 0; }

int main(void) { return pins[2].options.speed + pins[0].number + ranges[8] + ranges[3]; }
