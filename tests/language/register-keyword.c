// register and auto.
static volatile unsigned crc = 0xFFFF;

void isr_1(void) { crc = 0xFFFF; }

int main(void) {
    register unsigned value = crc;
    auto int bits = 8;
    while (bits-- > 0) value = value & 1 ? (value >> 1) ^ 0xA001u : value >> 1;
    crc = value;
    return (int)(crc & 0xFF);
}
