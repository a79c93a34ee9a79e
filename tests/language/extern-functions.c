// Functions that another file defines, with pointers to shared data.
struct config {
    int baud;
    char parity;
};

void load_config(struct config *config);
int checksum(const void *data, unsigned size);
extern void (*hook)(int);

static struct config config;

void isr_1(void) { config.parity = 'E'; }

int main(void) {
    load_config(&config);
    if (hook) hook(config.baud);
    return checksum(&config, sizeof config);
}
