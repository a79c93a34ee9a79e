// A pointer to a whole array.
static int banks[2][5];
static int(*active)[5] = &banks[0];

void isr_1(void) { active = active == &banks[0] ? &banks[1] : &banks[0]; }

int main(void) {
    (*active)[4] = 6;
    return (int)(sizeof *active / sizeof(*active)[0]) + banks[1][4];
}
