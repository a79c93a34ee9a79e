// Commands by table.
static int level;

static void up(void) { level++; }
static void down(void) { level--; }
static void reset(void) { level = 0; }

static void (*const commands[])(void) = {up, down, reset};
static volatile unsigned char command;

void isr_1(void) { command = 2; }

int main(void) {
    unsigned char chosen = command;
    if (chosen < sizeof commands / sizeof commands[0]) commands[chosen]();
    return level;
}
