// Accesses that come out of macros of macros.
#define BIT(n) (1u << (n))
#define SET(var, mask) ((var) |= (mask))
#define CLEAR(var, mask) ((var) &= ~(mask))
#define FLAG(name) flag_##name
#define WITH(name, action) action(FLAG(name), BIT(3))
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)

static volatile unsigned flag_rx, flag_tx;

void isr_1(void) { WITH(rx, SET); }

int main(void) {
    WITH(tx, SET);
    WITH(rx, CLEAR);
    return (int)(flag_rx + flag_tx) + TEXT(BIT(2))[0];
}
