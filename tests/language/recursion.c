// Direct recursion that touches shared data at each level.
static int depth_reached, values[6] = {3, 1, 4, 1, 5, 9};

static int sum(int index) {
    if (index > depth_reached) depth_reached = index;
    return index == 6 ? 0 : values[index] + sum(index + 1);
}

void isr_1(void) { values[5] = 0; }

int main(void) { return sum(0); }
