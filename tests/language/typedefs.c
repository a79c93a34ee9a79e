// Chains of typedefs, of arrays and of functions.
typedef unsigned char byte;
typedef byte octet;
typedef octet block[4];
typedef block pages[2];
typedef int handler(octet);
typedef handler *handlers[2];

static pages memory;

static int store(octet value) { return memory[1][2] = value; }
static int erase(octet value) { return memory[0][0] = (octet)(value - value); }

static handlers table = {store, erase};

void isr_1(void) { table[1](7); }

int main(void) { return table[0](3) + memory[0][0]; }
