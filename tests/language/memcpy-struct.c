// memcpy between shared and private memory.
#include <string.h>

struct record {
    char name[8];
    int value;
};

static struct record shared;

void isr_1(void) { shared.value++; }

int main(void) {
    struct record mine;
    memcpy(&mine, &shared, sizeof mine);
    mine.value++;
    memcpy(&shared, &mine, sizeof shared);
    return mine.value;
}
