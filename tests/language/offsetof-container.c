// From a member back to the struct around it.
#include <stddef.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

struct link {
    struct link *next;
};

struct task {
    int id;
    struct link link;
    int ticks;
};

static struct task idle = {.id = 1};
static struct link *current = &idle.link;

void SysTick_Handler(void) {
    struct task *task = container_of(current, struct task, link);
    task->ticks++;
}

int main(void) {
    struct task *task = container_of(current, struct task, link);
    return task->id + task->ticks;
}
