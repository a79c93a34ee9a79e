// && and || read their right side only when needed.
static volatile int open, level, limit = 3;
static int alarms;

void isr_1(void) {
    open = 1;
    level = 5;
}

int main(void) {
    if (open && level > limit) alarms++;
    if (!open || level == 0 || (limit && alarms)) alarms += 10;
    return alarms;
}
