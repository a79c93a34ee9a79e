// memcpy of a structure that holds pointers: they are followed from the copy.
// SHARED: target
// NOT-SHARED: unrelated
#include <string.h>
struct message { int kind; int *where; };
static int target, unrelated;
static struct message original = {1, &target};
static struct message copy;
static struct message other = {2, &unrelated};

void isr_1(void) { target = 5; }

int main(void) {
    memcpy(&copy, &original, sizeof copy);
    *copy.where = 1;
    *other.where = 2;
    return target;
}
