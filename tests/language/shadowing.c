// One name in nested scopes.
static int x = 1;

void isr_1(void) { x++; }

int main(void) {
    int sum = x;
    {
        int x = 10;
        sum += x;
        for (int x = 0; x < 2; x++) sum += x;
        {
            extern int y;
            sum += y;
        }
    }
    return sum + x;
}

int y = 5;
