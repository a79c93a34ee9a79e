// The end of every generated file: runs the program in the orders that are asked for, judges what it saw, and says so.
// Exit codes: 1 reproduced, 0 not, 2 it cannot tell.

import { threadMain } from './runtime-threads.js';

export interface Running {
  /** Runs main. */
  readonly mainCall: string;
  /** What comes when main has returned; of programs with threads, when one of them has ended. */
  readonly atEnd: readonly string[];
  /** How threads begin; undefined in programs without. */
  readonly threadCases: readonly string[] | undefined;
  readonly isCompared: boolean;
}

/** Behind the program. */
export function runtimeMain({ mainCall, atEnd, threadCases, isCompared }: Running): string {
  const hasThreads = threadCases !== undefined;
  return `/* ---- Runs it and says what came of it ---- */
${hasThreads ? `\n${threadMain(mainCall, threadCases, atEnd)}\n` : ''}
static uint64_t finals[3][THINGS + 1], held_finals[3];

static void run(int in_order)
{
    order = in_order;
${hasThreads ? '' : '    context = 0;\n    depth = 0;\n'}    rounds = 0;
    memset(column_of_writes(), 0, sizeof written[0]);
    marks_done = 0;
    latch_reads = 0;
    held = latch.content;
    failed_assertion = -1;
    is_over = 0;
    ticks_left = order == FOUND ? 400000000 : 4000000;
    ending = "main returns";
    memset(memory, 0, sizeof memory);
    for (int n = 0; initial[n].size > 0; n++) memcpy(memory + (initial[n].at - MEMORY_START), initial[n].bytes, initial[n].size);
${hasThreads ? '' : '    stack_top = STACK_START;\n'}    heap_end = (address)((uint64_t)MEMORY_START + MEMORY_SIZE - 16);
    for (int n = 0; n < POINTS; n++) points[n].reached = 0, points[n].done = 0;
    for (int n = 0; n < MARKS; n++) marks[n].reached = 0, marks[n].done = 0;
    for (int n = 0; n < INPUTS; n++) inputs[n].used = 0;
${hasThreads ? '    run_threads();\n' : runOnce(mainCall, atEnd)}    const int column = order == FOUND ? 0 : order == BEFORE ? 1 : 2;
${hasThreads ? '' : '    depth = 0;\n'}    held_finals[column] = held;
    for (int n = 0; n < THINGS; n++) finals[column][n] = load(things[n].at, things[n].size);
}

static void show(const struct thing *what, uint64_t value)
{
    const int bits = 8 * (int)what->size;
    if (what->notation == 's') printf(" %14" PRId64, sign_extended(value, bits));
    else if (what->notation == 'f') printf(" %14g", what->size == 4 ? (double)float_of_bits((uint32_t)value) : double_of_bits(value));
    else if (what->notation == 'x') printf(" %*s0x%0*" PRIx64, 12 - bits / 4, "", bits / 4, value);
    else printf(" %14" PRIu64, value);
}

/* The values at the end, in the found order and in those without the preemption in between. */
HELPER int compare_orders(void)
{
    int differs_from_before = 0, differs_from_after = 0;
    is_quiet = 1;
    if (last_round == 0) last_round = 1u << 30;
    run(BEFORE);
    run(AFTER);
    is_quiet = 0;
    printf("\\n%-28s %14s %14s %14s\\n", "at the end", "as found", "before (1)", "after (3)");
    for (int n = 0; n < THINGS + DEVICES; n++) {
        const int is_device = n >= THINGS;
        const struct thing *what = is_device ? &devices[n - THINGS] : &things[n];
        const int is_latch = is_device && latch.size > 0 && what->at == latch.at;
        uint64_t value[3];
        for (int column = 0; column < 3; column++) {
            const struct writes *to = &written[column][is_device ? n - THINGS : 0];
            value[column] = is_latch ? held_finals[column] : is_device ? to->all + to->count : finals[column][n];
        }
        if (value[0] == value[1] && value[0] == value[2] && (is_device || n >= TOUCHED)) continue;
        printf("%-28s", what->name);
        for (int column = 0; column < 3; column++) {
            const struct writes *to = &written[column][is_device ? n - THINGS : 0];
            if (!is_device || is_latch) show(what, value[column]);
            else if (to->count == 0) printf(" %14s", "not written");
            else show(what, to->last);
        }
        differs_from_before |= value[0] != value[1];
        differs_from_after |= value[0] != value[2];
        printf(value[0] != value[1] && value[0] != value[2] ? "  <<<\\n" : "\\n");
        if (!is_device || (written[0][n - THINGS].count < 2 && written[1][n - THINGS].count < 2 && written[2][n - THINGS].count < 2)) continue;
        printf("%-28s", "  times written");
        for (int column = 0; column < 3; column++) printf(" %14" PRIu32, written[column][n - THINGS].count);
        printf("\\n");
    }
    return differs_from_before && differs_from_after;
}

static int verdict(int is_reproduced, const char *why)
{
    printf("\\n%s: %s\\n", is_reproduced ? "REPRODUCED" : "not reproduced", why);
    return is_reproduced ? 1 : 0;
}

static int judge(void)
{
    if (is_over == 2) {
        printf("\\ncannot tell: %s\\n", ending);
        return 2;
    }
${hasThreads ? deadlock : ''}    if (EXPECTED_ASSERTION >= 0) {
        if (failed_assertion == EXPECTED_ASSERTION) return verdict(1, CLAIM);
        printf("the run ends: %s\\n", ending);
        return verdict(0, "the assertion does not fail");
    }
    for (int n = 0; n < MARKS; n++) {
        if (!marks[n].done) return verdict(0, "not all accesses of the finding were made");
        if (marks[n].is_known == 1 && marks[n].got != marks[n].value) return verdict(0, "another value was seen");
        if (n > 0 && marks[n].done < marks[n - 1].done) return verdict(0, "the accesses came in another order");
    }
    return -1;
}

int main(int argc, char **argv)
{
    int result;
${hasThreads ? noOptions : without}    run(FOUND);
    result = judge();
    if (result >= 0) return result;
${isCompared ? comparison : '    return verdict(1, CLAIM);'}
}
`;
}

const comparison = `    if (compare_orders()) printf("\\nNeither order without the preemption in between gives all the values as found.\\n");
    else printf("\\nOne of the orders without the preemption in between gives the same values.\\n");
    return verdict(1, CLAIM);`;

/** Threads are not run in another order: each may wait for what only the found one gives. */
const noOptions = `    if (argc > 1) {
        printf("usage: %s\\n", argv[0]);
        return 2;
    }
`;

const without = `    if (argc > 1 && strcmp(argv[1], "--without") == 0) {
        run(WITHOUT);
        printf("without the interrupt: %s\\n", ending);
        for (int n = 0; n < THINGS; n++) {
            printf("%-28s", things[n].name);
            show(&things[n], finals[2][n]);
            printf("\\n");
        }
        if (is_over == 2) return 2;
        return EXPECTED_ASSERTION >= 0 && failed_assertion == EXPECTED_ASSERTION ? verdict(1, "even without the interrupt") : verdict(0, "without the interrupt");
    }
    if (argc > 1) {
        printf("usage: %s [--without]\\n", argv[0]);
        return 2;
    }
`;

const deadlock = `    if (EXPECTED_ASSERTION < 0 && MARKS == 0)
        return is_deadlocked ? verdict(1, CLAIM) : verdict(0, ending);
`;

function runOnce(mainCall: string, afterMain: readonly string[]): string {
  return `    if (setjmp(end_of_run) == 0) {
        ${mainCall}
${afterMain.map((line) => `        ${line}\n`).join('')}    }
`;
}
