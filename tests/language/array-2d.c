// Two-dimensional arrays by rows and through row pointers.
static int matrix[3][4];

void isr_1(void) { matrix[1][2] = 7; }

static int row_sum(const int row[4]) {
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += row[i];
    return sum;
}

int main(void) {
    int(*row)[4] = matrix;
    (*row)[0] = 1;
    row++;
    return row_sum(*row) + row_sum(matrix[2]);
}
