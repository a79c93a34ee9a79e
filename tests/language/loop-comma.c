// Two indices in one for statement.
static char text[] = "stressed";

void isr_1(void) { text[0] = 'S'; }

int main(void) {
    for (int i = 0, j = 7; i < j; i++, j--) {
        char t = text[i];
        text[i] = text[j];
        text[j] = t;
    }
    return text[7];
}
