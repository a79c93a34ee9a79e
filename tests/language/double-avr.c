// target: avr
// Floating point in software; double has 32 bits in clang's AVR.
static volatile double setpoint = 20.5;
static float error;

__attribute__((signal)) void __vector_11(void) { setpoint = setpoint * 0.5 + 1.0; }

int main(void) {
    error = (float)setpoint - 20.0f;
    return error > 0.25f;
}
