// target: riscv32
// Machine and supervisor handlers, masks in mstatus.
static volatile unsigned long long cycles;
static volatile int requests;

__attribute__((interrupt("machine"))) void machine_isr(void) { cycles += 100; }
__attribute__((interrupt("supervisor"))) void supervisor_isr(void) { requests++; }

int main(void) {
    __asm__ volatile("csrci mstatus, 8" ::: "memory");
    requests = 0;
    __asm__ volatile("csrsi mstatus, 8" ::: "memory");
    return (int)(cycles >> 32) + requests;
}
