// A struct of two words is copied upwards, word by word: the second one may be newer than the first, never older.
// platform: cortex-m
// isr: handler:0:1
// outcomes: 0 0; 0 1; 1 1
struct pair {
    int first, second;
} pair;
int out0, out1;

void handler(void) {
    pair.first = 1;
    pair.second = 1;
}

int main(void) {
    struct pair copy = pair;
    out0 = copy.first;
    out1 = copy.second;
}
