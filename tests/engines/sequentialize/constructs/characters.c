#include "seen.h"

static volatile int k;

void isr_1(void) {
    k++;
}

static volatile char c = 'z';
static volatile signed char sc = -1;
static volatile unsigned char uc = 255;
static char text[] = "ab";
static volatile short sh = -1;
static volatile unsigned short us = 65535;

int main(void) {
    enable_isr(1);
    emit(c - 'a');
    emit(sc == uc);
    emit((unsigned char)sc == uc);
    emit(sc < 0u);
    emit(us == sh);
    emit((us + 1) >> 4);
    emit((char)(c + 100));
    text[0]++;
    emit(text[0]);
    emit(c++ + ++c);
    uc++;
    emit(uc);
    sh = (short)0x8000;
    emit(sh);
    emit(-sh);
    emit((unsigned)sh >> 28);
    emit('ab');
    emit(sizeof 'a');
    emit(uc ? 1 : -1u);
    return 0;
}
