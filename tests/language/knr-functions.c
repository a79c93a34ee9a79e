// flags: -std=gnu89 -Wno-deprecated-non-prototype -Wno-strict-prototypes
/* Definitions in the style before 1989. */
static int level;

static int raise(step, times)
    int step;
    short times;
{
    while (times-- > 0) level += step;
    return level;
}

void isr_1() { level = 0; }

int main() { return raise(2, 3); }
