// Several tentative definitions are one object.
int shared;
int shared;
static int internal;
static int internal;
extern int shared;
int initialised;
int initialised = 4;

void isr_1(void) {
    shared++;
    internal++;
}

int main(void) { return shared + internal + initialised; }
