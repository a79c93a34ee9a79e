// A packed enumeration takes one byte.
enum __attribute__((packed)) mode { OFF, SLOW, FAST };

struct motor {
    enum mode mode;
    unsigned char speed;
};

static volatile struct motor motor;

void isr_1(void) { motor.mode = OFF; }

int main(void) {
    motor.mode = FAST;
    motor.speed = motor.mode == FAST ? 100 : 0;
    return (int)sizeof(struct motor);
}
