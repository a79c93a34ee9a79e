// GNU C: ranges in cases.
static int classes[4];

static void classify(int c) {
    switch (c) {
    case '0' ... '9':
        classes[0]++;
        break;
    case 'a' ... 'z':
    case 'A' ... 'Z':
        classes[1]++;
        break;
    case ' ':
        classes[2]++;
        break;
    default:
        classes[3]++;
    }
}

void isr_1(void) { classify('7'); }

int main(void) {
    classify('q');
    classify('?');
    return classes[0];
}
