// main with arguments.
static volatile int verbose;

void isr_1(void) { verbose = 0; }

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (argv[i][0] == '-' && argv[i][1] == 'v') verbose++;
    return verbose;
}
