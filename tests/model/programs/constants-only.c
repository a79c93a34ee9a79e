// What nobody writes is not shared, whoever reads it.
// SHARED: none
// NOT-SHARED: table[], limit
static const int table[] = {1, 2, 3};
static int limit = 3;
static volatile int sink_of_isr, sink_of_main;

void isr_1(void) { sink_of_isr = table[limit - 1]; }

int main(void) {
    sink_of_main = table[0] + limit;
    return sink_of_main;
}
