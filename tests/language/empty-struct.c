// GNU C: a struct without members has size 0.
struct nothing {};

struct holder {
    int before;
    struct nothing hole;
    int after;
};

static struct holder holder;

void isr_1(void) { holder.after = 1; }

int main(void) {
    struct nothing local = holder.hole;
    holder.hole = local;
    holder.before = holder.after;
    return (int)sizeof(struct nothing);
}
