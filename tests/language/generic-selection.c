// _Generic chooses by type at compile time.
static int ints;
static float floats;
static const char *texts;

static void put_int(int x) { ints = x; }
static void put_float(float x) { floats = x; }
static void put_text(const char *x) { texts = x; }

#define PUT(x) _Generic((x), int: put_int, float: put_float, default: put_text)(x)

void isr_1(void) { PUT(2.5f); }

int main(void) {
    PUT(3);
    PUT("four");
    return ints + (int)floats + texts[0];
}
