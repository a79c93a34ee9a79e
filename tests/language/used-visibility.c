// Attributes that keep, hide and forbid.
__attribute__((used)) static int kept = 1;
__attribute__((visibility("hidden"))) int hidden = 2;
__attribute__((noinline, cold)) static void slow(void) { hidden++; }
__attribute__((pure)) static int look(void) { return hidden; }
__attribute__((const)) static int square(int x) { return x * x; }

void isr_1(void) { slow(); }

int main(void) { return square(look()) + kept; }
