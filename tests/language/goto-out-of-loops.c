// goto out of two loops.
static int board[3][3];
static int found_row = -1;

void isr_1(void) { board[2][1] = 9; }

int main(void) {
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            if (board[i][j] == 9) {
                found_row = i;
                goto found;
            }
        }
    }
    return 1;
found:
    return found_row;
}
