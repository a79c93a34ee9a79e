// How checkers of C are told what is arbitrary, assumed and asserted. All of a translation is written in the words of
// one prelude; a dialect says what these words are. `plain` needs nothing but a C compiler, and three functions of
// whoever links it.

export type Dialect = 'svcomp' | 'cbmc' | 'esbmc' | 'klee' | 'plain';
export const dialects: readonly Dialect[] = ['svcomp', 'cbmc', 'esbmc', 'klee', 'plain'];

/** C types that programs ask arbitrary values of, and what each dialect calls them. */
const types: readonly (readonly [name: string, c: string, svcomp: string])[] = [
  ['uint8', 'uint8_t', 'uchar'],
  ['uint16', 'uint16_t', 'ushort'],
  ['uint32', 'uint32_t', 'uint'],
  ['uint64', 'uint64_t', 'ulonglong'],
  ['float', 'float', 'float'],
  ['double', 'double', 'double'],
  ['pointer', 'void *', 'pointer'],
];

/** What an assertion of the program is called, where a checker names it. */
export const FAILURE = 'assertion of the program';

/** `check(…)`, no function: a checker tells failures apart by where `fail()` is called. */
export const checkMacro = (before = ''): string =>
  `#define check(holds) do { if (!(holds)) { ${before}fail(); exit(1); } } while (0)`;

/** Variables that hold the last input of a type. */
export const INPUTS = /^preempt_input_[a-z]+\d*$/;

/** Declarations and definitions of `nondet_…`, `assume` and `fail`. */
export function preludeOf(dialect: Dialect, used: ReadonlySet<string>, traced: boolean): readonly string[] {
  const lines: string[] = [];
  for (const [name, c, svcomp] of types) {
    if (!used.has(name)) continue;
    const result = c.endsWith('*') ? c : `${c} `;
    switch (dialect) {
      case 'svcomp':
        lines.push(`extern ${result}__VERIFIER_nondet_${svcomp}(void);`);
        lines.push(`#define nondet_${name} __VERIFIER_nondet_${svcomp}`);
        break;
      case 'cbmc':
        lines.push(`extern ${result}nondet_${name}(void);`);
        // Whoever reads the trace of a checker sees what this is set to.
        if (traced)
          lines.push(
            `${result}preempt_input_${name};`,
            `static ${result}input_${name}(void) { preempt_input_${name} = nondet_${name}(); return preempt_input_${name}; }`,
            `#define nondet_${name} input_${name}`,
          );
        break;
      case 'plain':
        lines.push(`extern ${result}nondet_${name}(void);`);
        break;
      case 'esbmc':
        lines.push(`extern ${result}nondet_${svcomp}(void);`, `#define nondet_${name} nondet_${svcomp}`);
        break;
      case 'klee':
        lines.push(
          `static ${result}nondet_${name}(void) { ${result}value; klee_make_symbolic(&value, sizeof value, "${name}"); return value; }`,
        );
        break;
    }
  }
  const declared = {
    svcomp: [
      'extern void __VERIFIER_assume(int condition);',
      '#define assume __VERIFIER_assume',
      'extern void reach_error(void);',
      '#define fail() reach_error()',
    ],
    cbmc: [
      'extern void __CPROVER_assume(_Bool condition);',
      '#define assume(condition) __CPROVER_assume((condition) != 0)',
      `#define fail() __CPROVER_assert(0, "${FAILURE}")`,
      'extern void __CPROVER_atomic_begin(void);',
      'extern void __CPROVER_atomic_end(void);',
      '#define __VERIFIER_atomic_begin __CPROVER_atomic_begin',
      '#define __VERIFIER_atomic_end __CPROVER_atomic_end',
      'extern void __CPROVER_assert(_Bool condition, const char *text);',
    ],
    esbmc: [
      'extern void __ESBMC_assume(_Bool condition);',
      '#define assume(condition) __ESBMC_assume((condition) != 0)',
      'extern void __ESBMC_assert(_Bool condition, const char *text);',
      `#define fail() __ESBMC_assert(0, "${FAILURE}")`,
    ],
    klee: [
      'extern void klee_assume(uintptr_t condition);',
      '#define assume(condition) klee_assume((condition) != 0)',
      '#define fail() klee_abort()',
    ],
    plain: [
      '/* To be linked: what they mean is up to who does. */',
      'extern void assume(int condition);',
      'extern void fail(void);',
    ],
  }[dialect];
  const klee =
    dialect === 'klee'
      ? ['extern void klee_make_symbolic(void *at, size_t size, const char *name);', 'extern void klee_abort(void);']
      : [];
  // Whoever reads the trace of a checker sees the numbers that this is set to.
  const trace = traced ? [dialect === 'cbmc' ? 'int preempt_trace;' : 'extern volatile int preempt_trace;'] : [];
  return [...klee, ...lines, ...declared, ...trace];
}
