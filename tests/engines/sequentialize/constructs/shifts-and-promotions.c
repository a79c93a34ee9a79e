#include "seen.h"

static volatile int8_t s8 = -100;
static volatile uint8_t u8 = 200;
static volatile int16_t s16;
static volatile uint32_t u32 = 0x80000001u;

void isr_1(void) {
    s8--;
    u8++;
}

int main(void) {
    enable_isr(1);
    s8 = (int8_t)(s8 * 2);
    u8 += 100;
    s16 = (int16_t)(u8 * -300);
    emit(s8);
    emit(u8);
    emit(s16);
    emit(u32 >> 3);
    emit((int)u32 >> 3);
    emit(s8 >> 2);
    emit(u8 << 4);
    emit(~u8);
    emit((uint8_t)~u8);
    emit(-u8 / 7);
    emit(-s16 % 13);
    emit((s8 < u8) + (int)(s8 < u32));
    emit(u32 * 7u);
    s16 <<= 3;
    emit(s16);
    emit(!s8 - 1);
    return 0;
}
