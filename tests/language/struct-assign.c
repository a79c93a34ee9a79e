// Assignment of a whole struct copies it piece by piece.
struct sample {
    int x, y, z;
    short flags;
};

static struct sample latest, copy;

void isr_1(void) {
    latest.x = 1;
    latest.y = 2;
    latest.z = 3;
    latest.flags = 7;
}

int main(void) {
    copy = latest;
    return copy.x + copy.z;
}
