// flags: -fcommon
// Tentative definitions as common symbols.
int common_word;
int common_array[4];
struct {
    char a;
    int b;
} common_struct;

void isr_1(void) {
    common_word = 1;
    common_array[3] = 2;
}

int main(void) {
    common_struct.b = common_array[3];
    return common_word + common_struct.b;
}
