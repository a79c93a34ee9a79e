// Functions, types and objects that nothing uses leave the contexts alone.
struct never {
    int x;
};
enum unused_values { A, B };
typedef int unused_type;
extern int never_defined;
int unused_global = 3;
int unused_function(struct never n) { return n.x; }

static volatile int used;

void isr_1(void) { used = B; }

int main(void) { return used; }
