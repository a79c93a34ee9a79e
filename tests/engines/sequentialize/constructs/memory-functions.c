#include "seen.h"

#include <string.h>
static char buf[16];
static volatile char last;

void isr_1(void) {
    buf[0] = '!';
    last = buf[1];
}

struct s { char a[5]; int b; };
static struct s s1, s2;

int main(void) {
    enable_isr(1);
    memcpy(buf, "hello\n\"q\\x", 11);
    memset(buf + 6, 'z', 3);
    last = buf[2];
    s1.b = 5;
    memcpy(s1.a, buf, 5);
    s2 = s1;
    emit(buf[6]);
    emit(buf[9]);
    emit(last);
    emit(s2.a[4]);
    emit(s2.b);
    emit("ab\0c\x80"[4]);
    memmove(buf + 1, buf, 5);
    emit(buf[5]);
    return 0;
}
