/* Loops that count: all their rounds, or many, are made in one leap. */
extern void out(long long);

void up(void) {
    int n = 7;
    for (int i = 0; i < 3000; i++) n += 5;
    out(n);
}

void down(void) {
    unsigned n = 0;
    for (int i = 5000; i > -20; i -= 3) n -= 2;
    out(n);
}

void until_equal(void) {
    unsigned short i = 10;
    int rounds = 0;
    for (; i != 4; i += 3) rounds++;
    out(rounds);
    out(i);
}

void narrow(void) {
    unsigned char i = 0;
    signed char j = 100;
    int rounds = 0;
    do rounds++, i += 7, j--; while (i != 0);
    out(rounds);
    out(j);
}

void wide(void) {
    unsigned long long n = 0xfffffffffffff000u;
    long long m = -5;
    for (long long i = 1ll << 40; i < (1ll << 40) + 2000; i++) n += 3, m *= 1;
    out((long long)n);
    out(m);
}

void nested(void) {
    int n = 0;
    for (int i = 0; i < 40; i++) {
        for (int j = 0; j < 300; j++) n++;
        if (i == 35) out(n);
    }
    out(n);
}

void triangle(void) {
    int n = 0;
    for (int i = 0; i < 90; i++)
        for (int j = 0; j < i; j++) n++;
    out(n);
}

void diagonal(void) {
    int n = 0;
    for (int i = 0; i < 50; i++)
        for (int j = 0; j < 50; j++)
            if (i == j) n += 100;
            else n++;
    out(n);
}

void three_deep(void) {
    int n = 0;
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 20; j++) {
            for (int k = 0; k < 25; k++) n += 2;
            if (i == 20 && j == 10) out(n);
        }
    out(n);
}

void leaves_early(void) {
    int n = 0;
    for (int i = 0; i < 100000; i++) {
        if (i * 3 == 6000) break;
        if (i > 700) continue;
        n++;
    }
    out(n);
}

void switches(void) {
    int n = 0;
    for (int i = -1000; i < 1000; i++) {
        switch (i) {
        case 17: n += 1000; break;
        case 400: out(n); break;
        default: n++;
        }
    }
    out(n);
}

void chooses(void) {
    int n = 0;
    for (unsigned i = 0; i < 3000; i++) n += i < 1500 ? 3 : -1;
    out(n);
}

void widens(void) {
    long long n = 0;
    for (short i = 0; i >= 0; i++) n += (long long)i == 20000 ? 5 : 1;
    out(n);
}

static int limit = 1200;
void reads(void) {
    int n = 0;
    for (int i = 0; i < limit; i++) n++;
    out(n);
}

void follows(void) {
    int before = 0, n = 0;
    for (int i = 0; i < 1000; i++) {
        n += i - before;
        before = i;
    }
    out(n);
}

void multiplies(void) {
    unsigned n = 1;
    for (int i = 0; i < 1000; i++) n *= 3;
    out(n);
}

void squares(void) {
    int n = 0;
    for (int i = 0; i < 1000; i++)
        if (i * i > 40000) n++;
    out(n);
}

void all_numbers(void) {
    unsigned i = 5, rounds = 0;
    do {
        i += 7;
        rounds++;
    } while (i != 5);
    out(i);
    out(rounds);
}

void all_numbers_nested(void) {
    long long n = 0;
    for (int i = 0; i < 1000000; i++)
        for (int j = 0; j < 1000000; j++)
            if (i == 999999 && j == 1000) n = i;
    out(n);
}
