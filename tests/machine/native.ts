// Generated programs as the host's compiler runs them: many in one executable, each with its own list of values.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram, runProgram } from '../../src/clang/native.js';
import { entryOf, printUnit } from './generate/print.js';
import type { Program } from './generate/syntax.js';

export interface NativeCompiler {
  readonly path: string;
  readonly flags: readonly string[];
}

/** gcc without optimisation. undefined where there is none. */
export function hostCompiler(): NativeCompiler | undefined {
  const path = findProgram('gcc');
  return path === undefined ? undefined : { path, flags: ['-O0', '-ffp-contract=off'] };
}

export type NativeResult =
  /** What each program gave to `out`, in the order of the programs. */
  | { readonly kind: 'ran'; readonly outputs: readonly (readonly bigint[])[]; readonly errors: string }
  | { readonly kind: 'failed'; readonly because: 'compile' | 'run'; readonly errors: string };

/** Compiles and runs `programs` as one executable. */
export async function runNatively(programs: readonly Program[], compiler: NativeCompiler): Promise<NativeResult> {
  const scratch = await mkdtemp(join(tmpdir(), 'preempt-native-'));
  try {
    await writeFile(join(scratch, 'programs.c'), printUnit(programs));
    await writeFile(join(scratch, 'driver.c'), driver(programs));
    const flags = ['-std=gnu17', '-w', ...compiler.flags, 'programs.c', 'driver.c', '-o', 'programs'];
    const compiled = await runProgram(compiler.path, flags, scratch);
    if (compiled.exitCode !== 0) return { kind: 'failed', because: 'compile', errors: compiled.errors };
    const ran = await runProgram(join(scratch, 'programs'), [], scratch, { timeout: 600_000 });
    if (ran.exitCode !== 0) {
      return { kind: 'failed', because: 'run', errors: `${ran.signal ?? ran.exitCode}\n${ran.errors}` };
    }
    return { kind: 'ran', outputs: outputsOf(ran.output.toString('utf8')), errors: ran.errors };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function driver(programs: readonly Program[]): string {
  return `#include <stdio.h>
void out(unsigned long long value) { printf("%llu\\n", value); }
${programs.map((p) => `void ${entryOf(p)}(void);`).join('\n')}
int main(void) {
${programs.map((p) => `  puts("program");\n  fflush(stdout);\n  ${entryOf(p)}();`).join('\n')}
  return 0;
}
`;
}

function outputsOf(text: string): readonly (readonly bigint[])[] {
  return text
    .split('program\n')
    .slice(1)
    .map((part) => part.split('\n').slice(0, -1).map(BigInt));
}
