#include "seen.h"

static volatile float temp = 20.5f;
static double avg;
static volatile int n;

void isr_1(void) {
    temp += 0.25f;
    n++;
}

int main(void) {
    enable_isr(1);
    for (int i = 0; i < 5; i++) {
        avg = (avg * i + temp) / (i + 1);
        temp *= 1.1f;
    }
    emit((long)(avg * 1000));
    emit((int)temp);
    emit(temp > 30.0f);
    emit((unsigned char)(temp + 200));
    float z = -0.0f;
    emit(1 / z < 0);
    return 0;
}
