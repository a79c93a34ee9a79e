/* An RTOS port: configASSERT tells a function the line first, then the file. A line number is no condition. The interrupt
   leaves the nesting counter raised when it returns early. */
// options: --property assertion
// expect a: assertion
void vAssertCalled(unsigned long line, const char *file);
#define configASSERT(x) if ((x) == 0) vAssertCalled(__LINE__, __FILE__)

static volatile unsigned nesting;
extern volatile unsigned char STATUS;

void isr_1(void) {
    nesting++;
    if (STATUS & 1)
        return;
    nesting--;
}

int main(void) {
    nesting++;
    nesting--;
    configASSERT(nesting == 0); // a.1
    return 0;
}
