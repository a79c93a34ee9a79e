// Generated programs: `exhaustive`, `reduced` and a brute-force oracle that knows nothing but the machine have to give
// the same findings. `npm run agreement` does the same with more of them. AGREEMENT_SEED says where to begin;
// AGREEMENT_SHRINK=no: a disagreement is shown as it is.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CadicalLibrary } from '../src/solve/cadical.js';
import { addSeeds, describeProgram, emptyTally } from './agreement/batch.js';
import { generateProgram } from './agreement/generate.js';
import { HarmOracle } from './agreement/harm/judge.js';
import { findAll, type OracleOptions } from './agreement/oracle.js';
import { printProgram } from './agreement/print.js';
import { shrink } from './agreement/shrink.js';
import { accessesOf, triplesAt } from './agreement/triples.js';
import { loadText } from './model/load.js';
import { loadCadical } from './solve/loaded-cadical.js';

const first = Number(process.env.AGREEMENT_SEED ?? 1);
const count = Number(process.env.AGREEMENT_PROGRAMS ?? 100);
const limit = Number(process.env.AGREEMENT_EXECUTIONS ?? 500);
const isLong = process.env.AGREEMENT_PROGRAMS !== undefined;
const batch = isLong ? 50 : 20;

describe('exhaustive, reduced and the oracle find the same', () => {
  const all = emptyTally();
  const starts = Array.from({ length: Math.ceil(count / batch) }, (_, n) => first + n * batch);

  it.each(starts)('from seed %i', { timeout: 3_600_000 }, async (start) => {
    const known = all.disagreements.length;
    const size = Math.min(batch, first + count - start);
    await addSeeds(
      all,
      Array.from({ length: size }, (_, n) => start + n),
      limit,
    );
    if (isLong) process.stderr.write(`${summary()}\n`);
    expect(all.disagreements.slice(known).join('\n\n')).toBe('');
  });

  afterAll(() => {
    if (!isLong) return;
    const kinds = [...all.findings].sort().map(([kind, n]) => `  ${String(n).padStart(6)} ${kind}`);
    process.stderr.write(`\n${summary()}\n${kinds.join('\n')}\n`);
  });

  function summary(): string {
    const findings = [...all.findings.values()].reduce((sum, n) => sum + n, 0);
    return [
      `${all.programs} programs`,
      `${all.executions} executions`,
      `${findings} findings`,
      `${all.harm.harmful} judged harmful`,
      `${all.harm.harmless} judged harmless`,
      `${all.harm.missed} of ${all.harm.missed + all.harm.found} harmful by another execution missed`,
      `${all.tooLarge} skipped as too large`,
      `${all.disagreements.length} disagreements`,
    ].join(', ');
  }

  it.skipIf(count < 100)('has looked at findings of every kind and pattern', () => {
    const kinds = [
      'assertion',
      'atomicity RWR',
      'atomicity RWW',
      'atomicity WRW',
      'atomicity WWR',
      'missing-volatile',
      'race',
      'torn-access',
    ];
    expect([...all.findings.keys()].sort()).toEqual(kinds);
    expect(all.onRegisters).toBeGreaterThan(0);
  });

  // An engine tries a few executions of those that show a finding: at times none of them does the harm.
  it.skipIf(count < 100)('has judged harm both ways, and engines miss next to none', () => {
    const { harmful, harmless, missed, found } = all.harm;
    expect(harmful).toBeGreaterThanOrEqual(count / 10);
    expect(harmless).toBeGreaterThanOrEqual(count / 10);
    expect(found).toBeGreaterThanOrEqual(count / 20);
    expect(missed).toBeLessThanOrEqual((missed + found) / 10);
  });
});

describe('the oracle', () => {
  let solvers: CadicalLibrary;
  beforeAll(async () => {
    solvers = await loadCadical();
  });

  async function oracle(source: string, options: Partial<OracleOptions> = {}, target?: string) {
    const { program } = await loadText(source, {
      clang: 'auto',
      platform: 'generic',
      interrupts: 'on',
      ...(target === undefined ? {} : { target }),
    });
    const createSolver = () => solvers.create();
    return findAll(program, { unit: 'task', effect: 'reaching', arrivals: 1, limit: 10_000, createSolver, ...options });
  }

  it('finds the triple of a read that is repeated, and that the compiler knows of neither', async () => {
    const source =
      'int x;\nvoid isr_1(void) { x = 1; }\nint main(void) {\n int a = x;\n int b = x;\n return a + b;\n}\n';
    expect(await oracle(source)).toEqual({
      // Before the first read, between the reads, after both, or never.
      executions: 4,
      undefinedPlaces: 0,
      isDefinedOnce: true,
      hasStarts: true,
      unreached: [],
      findings: [
        'atomicity RWR x R4:10@main W2:22@isr_1 R5:10@main',
        'missing-volatile  x W2:22@isr_1 R4:10@main',
        'missing-volatile  x W2:22@isr_1 R5:10@main',
      ],
    });
  });

  it('tells a value that reaches from any: the second write of the ISR hides the first', async () => {
    const source =
      'int x;\nvoid isr_1(void) {\n x = 1;\n x = 2;\n}\nint main(void) {\n x = 3;\n int b = x;\n return b;\n}\n';
    const triples = async (effect: 'reaching' | 'any') =>
      (await oracle(source, { effect })).findings.filter((id) => id.startsWith('atomicity'));
    expect(await triples('reaching')).toEqual(['atomicity WWR x W7:4@main W4:4@isr_1 R8:10@main']);
    expect(await triples('any')).toEqual([
      'atomicity WWR x W7:4@main W3:4@isr_1 R8:10@main',
      'atomicity WWR x W7:4@main W4:4@isr_1 R8:10@main',
    ]);
  });

  it('knows that accesses of callees are their own, and break what is consecutive', async () => {
    const source =
      'int x, y;\nvoid isr_1(void) { x = 1; }\nvoid f(void) {\n y = x;\n}\nint main(void) {\n int a = x;\n f();\n int b = x;\n return a + b;\n}\n';
    const triples = async (unit: 'task' | 'function') =>
      (await oracle(source, { unit })).findings.filter((id) => id.startsWith('atomicity'));
    expect(await triples('function')).toEqual([]);
    expect(await triples('task')).toEqual([
      'atomicity RWR x R4:6@f W2:22@isr_1 R9:10@main',
      'atomicity RWR x R7:10@main W2:22@isr_1 R4:6@f',
    ]);
  });

  it('begins a new unit with each round of an endless loop', async () => {
    const source =
      'int x, l;\nvoid isr_1(void) { x = 1; }\nint main(void) {\n int k = 0;\n for (;;) if (k < 2) {\n  k++;\n  l = x;\n }\n}\n';
    const triples = async (unit: 'task' | 'function') =>
      (await oracle(source, { unit })).findings.filter((id) => id.startsWith('atomicity'));
    expect(await triples('task')).toEqual([]);
    expect(await triples('function')).toEqual(['atomicity RWR x R7:7@main W2:22@isr_1 R7:7@main']);
  });

  it('sees a wide access torn in either order, and no race at the same places', async () => {
    const source = 'long long x, y;\nvoid isr_1(void) { y = x; }\nint main(void) {\n x = 5;\n return 0;\n}\n';
    const narrow = await oracle(source, {}, 'thumbv7m-none-eabi');
    expect(narrow.findings).toEqual(['torn-access  x R2:24@isr_1 W4:4@main']);
    // Before, between or after the pieces, in two orders of the write and of the read; never, in two orders of the
    // write.
    expect(narrow.executions).toBe(3 * 2 * 2 + 2);
    expect((await oracle(source)).findings).toEqual(['missing-volatile  x R2:24@isr_1 W4:4@main']);
  });

  it('needs both halves for a torn access', async () => {
    const source =
      'union { long long all; struct { int low, high; } half; } x;\nint y;\nvoid isr_1(void) { y = x.half.low; }\nint main(void) {\n x.all = 5;\n return 0;\n}\n';
    const { findings } = await oracle(source, {}, 'thumbv7m-none-eabi');
    expect(findings.map((id) => id.split(' ')[0])).toEqual(['race']);
  });

  it('finds the race with what a context would have done next when an assertion ends the execution', async () => {
    const source =
      '#include <assert.h>\nint x;\nvoid isr_1(void) {\n x = 1;\n assert(0);\n}\nint main(void) {\n int a = x;\n return a;\n}\n';
    expect((await oracle(source)).findings).toEqual([
      'assertion   R5:2@isr_1',
      'missing-volatile  x W4:4@isr_1 R8:10@main',
    ]);
  });

  it('keeps out what masks keep out, and respects priorities', async () => {
    const masked =
      'void enable_isr(int);\nvoid disable_isr(int);\nint x, y;\nvoid isr_1(void) { x = 1; }\nint main(void) {\n disable_isr(1);\n y = x;\n y = x;\n enable_isr(1);\n return 0;\n}\n';
    expect((await oracle(masked)).findings).toEqual([]);
    const nested =
      'int x, y;\nvoid isr_1(void) {\n y = x;\n y = x;\n}\nvoid isr_2(void) { x = 1; }\nint main(void) { return 0; }\n';
    expect((await oracle(nested)).findings).toContain('atomicity RWR x R3:6@isr_1 W6:22@isr_2 R4:6@isr_1');
  });

  it('follows arbitrary data only where it can go', async () => {
    const source =
      '#include <assert.h>\nint rand(void);\nint x;\nvoid isr_1(void) { x = 1; }\nint main(void) {\n int v = rand();\n if (v > 3)\n  if (v < 2) x = 2;\n assert(x != 2);\n return 0;\n}\n';
    expect((await oracle(source)).findings).toEqual(['missing-volatile  x W4:22@isr_1 R9:2@main']);
  });
});

describe('the oracle of harm', () => {
  /** The triples of all executions: `harmful` where one of them is, else how one is not. */
  async function judged(source: string): Promise<Record<string, string>> {
    const { program } = await loadText(source, { clang: 'auto', platform: 'generic', interrupts: 'on' });
    const rules = { unit: 'task', effect: 'reaching' } as const;
    const oracle = new HarmOracle(program, rules);
    const solvers = await loadCadical();
    const found: Record<string, string> = {};
    findAll(program, {
      ...rules,
      arrivals: 1,
      limit: 1000,
      createSolver: () => solvers.create(),
      visitTriple: (execution, { o3 }, identity) => {
        const recording = oracle.record(execution.schedule());
        const same = accessesOf(recording.steps).flatMap((a, k, all) =>
          a.at === o3.at ? [...triplesAt(all, k, rules)] : [],
        );
        for (const triple of same)
          if (found[identity()] !== 'harmful') found[identity()] = oracle.judge(recording, triple);
      },
    });
    return found;
  }

  it('calls a lost update harmful, and two looks at a variable not', async () => {
    const source =
      'volatile int n;\nint l, r;\nvoid isr_1(void) { n = 5; }\nint main(void) {\n n = n + 1;\n return 0;\n}\n';
    expect(await judged(source)).toEqual({ 'atomicity RWW n R5:6@main W3:22@isr_1 W5:4@main': 'harmful' });
    const looks =
      'volatile int n;\nint l, r;\nvoid isr_1(void) { n = 5; }\nvoid left(void) {\n l = n;\n}\nvoid right(void) {\n r = n;\n}\nint main(void) {\n left();\n right();\n return 0;\n}\n';
    expect(await judged(looks)).toEqual({ 'atomicity RWR n R5:6@left W3:22@isr_1 R8:6@right': 'unrelated' });
  });

  it('follows what was read through calls and branches, up to where all ways meet', async () => {
    const head =
      'volatile int n;\nint l, r;\nvoid isr_1(void) { n = 5; }\nint get(void) {\n return n;\n}\nvoid set(int v) {\n n = v;\n}\nint main(void) {\n';
    const update = 'atomicity RWW n R5:9@get W3:22@isr_1 W8:4@set';
    expect((await judged(`${head} set(get() + 1);\n return 0;\n}\n`))[update]).toBe('harmful');
    expect((await judged(`${head} if (get() == 0)\n  set(1);\n return 0;\n}\n`))[update]).toBe('harmful');
    expect((await judged(`${head} if (get() == 0) l = 1;\n set(1);\n return 0;\n}\n`))[update]).toBe('unrelated');
  });

  it('knows that rounds of a loop that waits count once', async () => {
    const source =
      '#define PORT (*(volatile int *)0x40001000)\nvolatile int n;\nvoid isr_1(void) { n = 1; }\nint main(void) {\n for (int i = 0; i < 3; i++) {\n  if (n) break;\n  PORT = 7;\n }\n return 0;\n}\n';
    expect(await judged(source)).toEqual({ 'atomicity RWR n R6:7@main W3:22@isr_1 R6:7@main': 'same effects' });
  });
});

describe('the generator', () => {
  it('gives the same program for the same seed', () => {
    expect(generateProgram(7)).toEqual(generateProgram(7));
  });

  it('uses every feature in the programs of npm test', () => {
    const texts = Array.from({ length: 200 }, (_, n) => printProgram(generateProgram(n + 1)));
    const features = {
      'a handler above another': (t: string) => /isr_2/.test(t),
      'three handlers': (t: string) => /isr_3/.test(t),
      'one flag': (t: string) => /disable_isr\(\d\)/.test(t),
      'all flags': (t: string) => /enable_isr\(-1\)/.test(t),
      'global mask': (t: string) => /preempt_set_global_mask/.test(t),
      ceiling: (t: string) => /preempt_set_ceiling/.test(t),
      'software-pended interrupts': (t: string) => /preempt_pend/.test(t),
      'atomic section': (t: string) => /__VERIFIER_atomic_begin/.test(t),
      'atomic operation': (t: string) => /__atomic_fetch_add/.test(t),
      'arbitrary value': (t: string) => /rand\(\) &|__VERIFIER_nondet_int\(\) &/.test(t),
      'device register': (t: string) => /DEVICE &/.test(t),
      'shared register': (t: string) => /#define R0 [\s\S]*\bR0 /.test(t),
      'register that is a variable': (t: string) => /extern volatile .* R\d;/.test(t),
      'uninitialised local': (t: string) => /int u0;/.test(t),
      'arbitrary index': (t: string) => /\[\(u0 & 1\)\]/.test(t),
      'eight bytes': (t: string) => /long long w/.test(t),
      volatile: (t: string) => /volatile int g/.test(t),
      fields: (t: string) => /s\d\.x/.test(t),
      'bit-fields': (t: string) => /: 3;/.test(t),
      union: (t: string) => /^(volatile )?union/m.test(t),
      packed: (t: string) => /packed/.test(t),
      'copy of a record': (t: string) => /[sd]\d = [sd]\d;/.test(t),
      pointer: (t: string) => /\*p\d /.test(t),
      'pointer parameter': (t: string) => /int \*p\)/.test(t),
      'pointer to a local': (t: string) => /= &l1/.test(t),
      heap: (t: string) => /malloc\(4\)/.test(t),
      'function pointer': (t: string) => /fp\(\)/.test(t),
      recursion: (t: string) => /\(n - 1\)/.test(t),
      'early return': (t: string) => / {8}return/.test(t),
      'many visible steps': (t: string) => /< 80/.test(t),
      'many private steps': (t: string) => /< 150/.test(t),
      loop: (t: string) => /for \(int/.test(t),
      'endless loop': (t: string) => /for \(;;\)/.test(t),
      switch: (t: string) => /switch/.test(t),
      assertion: (t: string) => /assert\(/.test(t),
      assumption: (t: string) => /__VERIFIER_assume/.test(t),
      exit: (t: string) => /exit\(0\)/.test(t),
    };
    const missing = Object.entries(features).filter(([, isUsed]) => !texts.some(isUsed));
    expect(missing.map(([name]) => name)).toEqual([]);
    const programs = Array.from({ length: 200 }, (_, n) => generateProgram(n + 1));
    const hasEqual = (priorities: readonly number[]): boolean => new Set(priorities).size < priorities.length;
    expect(programs.some((p) => hasEqual(p.isrs.map((isr) => isr.priority)))).toBe(true);
  });
});

describe('the shrinker', () => {
  it('cuts a program down to what is asked for, and describes it', async () => {
    const isrAsserts = (text: string): boolean => /void isr_1[^}]*assert/s.test(text);
    const seed = Array.from({ length: 200 }, (_, n) => n + 1).find((n) =>
      isrAsserts(printProgram(generateProgram(n))),
    )!;
    const small = await shrink(generateProgram(seed), async (p) => isrAsserts(printProgram(p)));
    expect(describeProgram(small, ['reduced misses assertion'])).toBe(
      [
        `seed ${seed}: unit task, effect reaching, arrivals 1, interrupts on, target x86_64-unknown-linux-gnu --isr isr_1:1:${small.isrs[0]!.priority}`,
        '  reduced misses assertion',
        '#include <assert.h>',
        '',
        'void isr_1(void) {',
        '    assert(0);',
        '}',
        'int main(void) {',
        '    return 0;',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('keeps a program of which nothing can go', async () => {
    const program = generateProgram(3);
    expect(await shrink(program, async () => false)).toBe(program);
  });
});
