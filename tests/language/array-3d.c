// Three dimensions and a partial initialiser.
static unsigned char cube[2][3][4] = {{{1, 2}, {3}}, {{0}, {0, 0, 5, 6}}};

void isr_1(void) { cube[1][1][3]--; }

int main(void) {
    int sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 4; k++) sum += cube[i][j][k];
    return sum;
}
