// Sign extension, zero extension and truncation between all widths.
#include <stdint.h>

static volatile int64_t source = -2;
int8_t i8;
int16_t i16;
int32_t i32;
uint8_t u8;
uint16_t u16;
uint32_t u32;
uint64_t u64;

void isr_1(void) { source = 0x0102030405060708; }

int main(void) {
    i8 = (int8_t)source;
    u8 = (uint8_t)source;
    i16 = i8;
    u16 = (uint16_t)i8;
    i32 = u8;
    u32 = (uint32_t)i16;
    u64 = (uint64_t)i32 + u32 + u16;
    return u64 > 5;
}
