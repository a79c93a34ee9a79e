// A translation linked with a driver that makes every choice, natively: all outcomes of the sequential program. Beside
// it, all outcomes of the original by the machine's enabled and take alone. An outcome is every byte of the program's
// variables that is no pointer, when it ends or an assertion fails.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SourceType } from '../../../src/ir/debug/debug-info.js';
import { Machine } from '../../../src/machine/machine.js';
import type { Outcome } from '../../../src/machine/outcome.js';
import type { State } from '../../../src/machine/state.js';
import type { Program } from '../../../src/model/program.js';

/** Bytes of a variable that are no pointer's, by offset. */
interface SeenVariable {
  readonly symbol: string;
  readonly name: string;
  readonly bytes: readonly number[];
}

/** Variables of the program that its translation has. */
export function seenVariables(program: Program, text: string): readonly SeenVariable[] {
  const names = namesIn(text);
  return [...program.module.globals.values()].flatMap((g) => {
    const type = program.module.units[g.unit]?.debug.globalVariable(g.debug)?.type;
    if (type === undefined || g.constant || g.initializer === undefined) return [];
    const bytes = [...new Set(bytesOf(type, 0))].sort((a, b) => a - b);
    return bytes.length === 0 || !names.has(g.sourceName) ? [] : [{ symbol: g.name, name: g.sourceName, bytes }];
  });
}

function bytesOf(type: SourceType, at: number): readonly number[] {
  switch (type.kind) {
    case 'scalar':
      return Array.from({ length: type.size }, (_, n) => at + n);
    case 'array':
      return Array.from({ length: type.length ?? 0 }, (_, n) => n).flatMap((n) =>
        bytesOf(type.element, at + n * type.element.size),
      );
    case 'record':
      return type.members().flatMap((m) => {
        if (m.bits === undefined) return bytesOf(m.type, at + m.offset);
        const from = Math.floor(m.bits.offset / 8);
        const to = Math.ceil((m.bits.offset + m.bits.width) / 8);
        return Array.from({ length: to - from }, (_, n) => at + from + n);
      });
    default:
      return [];
  }
}

export class TooManyExecutions extends Error {}
/** Undefined behaviour, or something that is not modelled. */
export class NotComparable extends Error {}

/** All outcomes of the original. */
export function outcomesByMachine(
  program: Program,
  seen: readonly SeenVariable[],
  arrivals: number,
  limit: number,
): ReadonlySet<string> {
  const machine = new Machine(program, { arrivals, unwind: 100 });
  const outcomes = new Set<string>();
  let count = 0;
  const record = (state: State, how: string): void => {
    if (++count > limit) throw new TooManyExecutions();
    const bytes = seen.map(({ symbol, bytes: offsets }) => {
      const object = machine.image.symbols.get(symbol)!;
      return offsets.map((n) => Number(state.memory.loadInteger(object * 2 ** 32 + n, 1, 8)).toString(16)).join('.');
    });
    outcomes.add(`${how} ${bytes.join(' ')}`.trimEnd());
  };
  const work: (() => void)[] = [];
  const goOn = (state: State): void => {
    for (;;) {
      if (++count > limit * 50) throw new TooManyExecutions();
      const outcome = machine.run(state);
      if (outcome.kind === 'iteration') continue;
      if (!branch(state, outcome)) return;
    }
  };
  /** Is the execution still under way, in `state` itself? */
  const branch = (state: State, outcome: Outcome): boolean => {
    switch (outcome.kind) {
      case 'visible':
      case 'undecided':
      case 'blocked': {
        const enabled = machine.enabled(state);
        if (outcome.kind === 'blocked') record(state, 'end');
        for (const transition of enabled) {
          const copy = state.clone();
          work.push(() => {
            const next = machine.take(copy, transition);
            if (next.kind === 'stepped' || next.kind === 'iteration') goOn(copy);
            else if (branch(copy, next)) goOn(copy);
          });
        }
        return false;
      }
      case 'failed':
        if (outcome.failure.kind !== 'assertion') throw new NotComparable(outcome.failure.message);
        record(state, 'fail');
        return false;
      case 'ended':
        if (outcome.because === 'exit') record(state, 'end');
        return false;
      default:
        throw new NotComparable(outcome.kind);
    }
  };
  work.push(() => goOn(machine.initial()));
  for (let next = work.pop(); next !== undefined; next = work.pop()) next();
  return outcomes;
}

export interface NativeProgram {
  readonly text: string;
  readonly variables: readonly SeenVariable[];
  /** Values that a choice may have: so many. */
  readonly values: number;
}

/**
 * All outcomes of translations; among them `endless`, where there is no end of them: a loop waits for an interrupt that
 * need not come, or something arbitrary is read. Compiled by each of
 * the compilers with all warnings as errors.
 */
export function outcomesNatively(
  programs: readonly NativeProgram[],
  compilers: readonly string[],
): readonly (readonly ReadonlySet<string>[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-sequential-'));
  try {
    const files = programs.map((p, n) => {
      const file = join(folder, `p${n}.c`);
      writeFileSync(file, wrapped(p, n));
      return file;
    });
    const driver = join(folder, 'driver.c');
    writeFileSync(driver, driverText(programs));
    return compilers.map((compiler) => {
      const binary = join(folder, 'run');
      const flags = ['-Wall', '-Wextra', '-Werror', '-O0', '-g0'];
      execFileSync(compiler, [...flags, '-o', binary, ...files, driver], { stdio: 'pipe', cwd: folder });
      const output = join(folder, 'out.txt');
      execFileSync(binary, [output], { stdio: 'pipe', timeout: 120_000 });
      const found: Set<string>[] = programs.map(() => new Set());
      for (const line of readFileSync(output, 'utf8').split('\n')) {
        const at = line.indexOf(' ');
        if (at > 0) found[Number(line.slice(0, at))]!.add(line.slice(at + 1).trimEnd());
      }
      return found;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names of its own, so that many are linked into one. */
function wrapped({ text, variables }: NativeProgram, n: number): string {
  const names = [...namesIn(text)];
  const shown = variables
    .flatMap(({ name, bytes }) =>
      bytes.map(
        (b, k) => `    put_byte(((volatile unsigned char *)&${name})[${b}], ${k === bytes.length - 1 ? 1 : 0});`,
      ),
    )
    .join('\n');
  return [
    ...names.map((name) => `#define ${name} p${n}_${name}`),
    `#define main p${n}_main`,
    `#define exit(code) native_exit(code)`,
    'extern __attribute__((noreturn)) void native_exit(int code);',
    `extern void put_byte(int byte, int is_last);`,
    text.replace('#include <stdlib.h>', '#undef exit\n#include <stdlib.h>\n#define exit(code) native_exit(code)'),
    `void p${n}_show(void);`,
    `void p${n}_show(void)\n{\n${shown}\n}`,
  ].join('\n');
}

/** Every variable of the program that a translation declares. */
function namesIn(text: string): ReadonlySet<string> {
  const plain = [...text.matchAll(/^extern (?!.*\()[^;]*?(\w+)(?:\[[^;]*)?;$/gm)];
  const pointers = [...text.matchAll(/^extern [^;]*\(\*(?:volatile )?(\w+)(?:\[\d*\])*\)/gm)];
  return new Set([...plain, ...pointers].map((m) => m[1]!));
}

function driverText(programs: readonly NativeProgram[]): string {
  return `#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char __data_start, _end;
struct script { int made, length; unsigned char choice[4096], of[4096]; jmp_buf back; FILE *out; int program; int values; long runs; };
static struct script *s;
static void (*show)(void);
uint8_t nondet_uint8(void);
uint16_t nondet_uint16(void);
uint32_t nondet_uint32(void);
uint64_t nondet_uint64(void);
float nondet_float(void);
double nondet_double(void);
void *nondet_pointer(void);
void assume(int condition);
void fail(void);
void native_exit(int code) __attribute__((noreturn));
void put_byte(int byte, int is_last);
uint8_t nondet_uint8(void)
{
    if (s->made == s->length) { if (s->length == 4096) { fprintf(s->out, "%d endless\\n", s->program); longjmp(s->back, 2); } s->choice[s->length] = 0; s->of[s->length++] = (unsigned char)s->values; }
    return s->choice[s->made++];
}
static void give_up(void) { fprintf(s->out, "%d endless\\n", s->program); longjmp(s->back, 2); }
uint16_t nondet_uint16(void) { give_up(); return 0; }
uint32_t nondet_uint32(void) { give_up(); return 0; }
uint64_t nondet_uint64(void) { give_up(); return 0; }
float nondet_float(void) { give_up(); return 0; }
double nondet_double(void) { give_up(); return 0; }
void *nondet_pointer(void) { give_up(); return 0; }
void assume(int condition) { if (!condition) longjmp(s->back, 1); }
static void tell(const char *how) { fprintf(s->out, "%d %s ", s->program, how); show(); fputc('\\n', s->out); }
void fail(void) { tell("fail"); longjmp(s->back, 1); }
void native_exit(int code) { (void)code; tell("end"); longjmp(s->back, 1); }
void put_byte(int byte, int is_last) { fprintf(s->out, is_last ? "%x " : "%x.", byte); }
${programs.map((_, n) => `int p${n}_main(void); void p${n}_show(void);`).join('\n')}
static struct { int (*main)(void); void (*show)(void); int values; } all[] = { ${programs.map((p, n) => `{ p${n}_main, p${n}_show, ${p.values} }`).join(', ')} };
int main(int argc, char **argv)
{
    size_t size = (size_t)(&_end - &__data_start);
    char *saved = malloc(size);
    if (argc != 2) return 2;
    s = malloc(sizeof *s);
    memset(s, 0, sizeof *s);
    s->out = fopen(argv[1], "w");
    memcpy(saved, &__data_start, size);
    for (s->program = 0; s->program < ${programs.length}; s->program++) {
        s->length = 0;
        for (s->runs = 0; ; s->runs++) {
            if (s->runs > 400000) { fprintf(s->out, "%d endless\\n", s->program); break; }
            memcpy(&__data_start, saved, size);
            s->made = 0;
            s->values = all[s->program].values;
            show = all[s->program].show;
            { int how = setjmp(s->back); if (how == 2) break; if (how == 0) { all[s->program].main(); tell("end"); } }
            while (s->length > 0 && s->choice[s->length - 1] + 1 >= s->of[s->length - 1]) s->length--;
            if (s->length == 0) break;
            s->choice[s->length - 1]++;
        }
    }
    fclose(s->out);
    return 0;
}
`;
}
