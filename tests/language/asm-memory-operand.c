// An operand in memory.
static int cell;

void isr_1(void) { cell++; }

int main(void) {
    __asm__ volatile("" : "+m"(cell));
    return cell;
}
