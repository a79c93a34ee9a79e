// A function that runs before main.
static int prepared;

__attribute__((constructor)) static void prepare(void) { prepared = 3; }
__attribute__((destructor)) static void finish(void) { prepared = 0; }

void isr_1(void) { prepared++; }

int main(void) { return prepared; }
