// A pointer that travels as void *.
struct job {
    int argument;
    int result;
};

static struct job job;
static void *volatile pending;

static void run(void *context) {
    struct job *work = context;
    work->result = work->argument * 2;
}

void isr_1(void) {
    if (pending) run(pending);
}

int main(void) {
    job.argument = 21;
    pending = &job;
    return job.result;
}
