// Generated programs on the machine: one compilation for a batch, one execution per program and way of executing.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Diagnostic } from '../../src/base/diagnostic.js';
import type { Result } from '../../src/base/result.js';
import { type CompileOptions, compile } from '../../src/clang/compile.js';
import { projectOf } from '../../src/clang/project.js';
import { cleanUp } from '../../src/ir/clean-up.js';
import { linkModules } from '../../src/ir/link/link.js';
import type { IrModule } from '../../src/ir/module.js';
import { parseModule } from '../../src/ir/parse/parse.js';
import { Machine } from '../../src/machine/machine.js';
import { type Integer, isConcrete, toUnsigned, type Value } from '../../src/machine/memory/value.js';
import { STEP } from '../../src/machine/transition.js';
import { buildProgram } from '../../src/model/build.js';
import { choosePlatform } from '../../src/model/choose-platform.js';
import type { Program } from '../../src/model/program.js';

const headers = resolve(dirname(fileURLToPath(import.meta.url)), '..', '..', 'include', 'libc');

/** C text as the machine's programs see it, with clang 64-bit conventions of the host. */
export async function compileUnit(text: string, clang: CompileOptions['clang'] = 'auto'): Promise<IrModule> {
  const directory = await mkdtemp(join(tmpdir(), 'preempt-machine-'));
  try {
    await writeFile(join(directory, 'programs.c'), text);
    const unit = { kind: 'c', file: 'programs.c', directory, arguments: ['-ffp-contract=off'] } as const;
    const compiled = required(
      await compile([unit], {
        clang,
        project: projectOf([directory]),
        target: 'x86_64-unknown-linux-gnu',
        includeDirectories: [headers],
        extraArguments: [],
        cacheDirectory: false,
      }),
    );
    const modules = compiled.map(({ ir, file }) => required(parseModule(ir, file)));
    return cleanUp(required(linkModules(modules)));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export function programOf(module: IrModule, entry: string): Program {
  const chosen = required(choosePlatform({ platform: 'generic', target: module.triple }, []));
  return required(buildProgram(module, chosen, { entry, isrs: [] }));
}

export type MachineResult =
  | { readonly kind: 'ran'; readonly values: readonly bigint[]; readonly compiledSteps: number }
  /** It did not get to the end; `values` are those before. */
  | { readonly kind: 'stopped'; readonly because: string; readonly values: readonly bigint[] };

/** `compiled`: everything that can be compiled is, at its first visit. */
export const ways = {
  interpreted: { execution: 'interpreted' },
  compiled: { execution: 'compiled', heat: 1 },
} as const;

export type Way = keyof typeof ways;

/** Runs a program without interrupts to its end. */
export function runOnMachine(program: Program, way: Way): MachineResult {
  const machine = new Machine(program, { arrivals: 0, unwind: 1, ...ways[way] });
  const state = machine.initial();
  const values: bigint[] = [];
  for (;;) {
    const outcome = machine.run(state);
    if (outcome.kind === 'blocked') return { kind: 'ran', values, compiledSteps: machine.compiledSteps };
    const stepped = outcome.kind === 'visible' ? machine.take(state, STEP) : outcome;
    if (stepped.kind !== 'stepped') return { kind: 'stopped', because: describe(stepped), values };
    for (const event of stepped.events) {
      if (event.kind !== 'call' || event.callee !== 'out') continue;
      const value = event.arguments[0];
      if (value === undefined || !isConcrete(value))
        return { kind: 'stopped', because: 'out() of an arbitrary value', values };
      values.push(toUnsigned(64, value));
    }
  }
}

function describe(outcome: object): string {
  return JSON.stringify(outcome, (key, value: Value | Integer | object) => {
    if (typeof value === 'bigint') return `${value}n`;
    return key === 'instruction' && typeof value === 'object' && 'op' in value ? (value as { op: string }).op : value;
  });
}

export function required<T>(result: Result<T>): T {
  if (result.kind === 'ok') return result.value;
  throw new Error(result.diagnostics.map((d: Diagnostic) => `${d.code}: ${d.message}\n${d.detail ?? ''}`).join('\n'));
}
