// One batch of generated programs: natively, interpreted and compiled. A difference comes with the smallest program
// that shows it.

import { entryOf, printProgram, printUnit } from './generate/print.js';
import { reduce } from './generate/reduce.js';
import type { Program } from './generate/syntax.js';
import { type NativeCompiler, runNatively } from './native.js';
import { compileUnit, type MachineResult, programOf, runOnMachine, type Way, ways } from './sequential.js';

export interface Difference {
  readonly seed: number;
  readonly way: Way;
  readonly what: string;
  /** C text; empty where it was not made. */
  readonly reduced: string;
}

/** clang for the machine's side. */
type Clang = Parameters<typeof compileUnit>[1];

export async function compareBatch(
  programs: readonly Program[],
  compiler: NativeCompiler,
  clang: Clang,
): Promise<readonly Difference[]> {
  const native = await runNatively(programs, compiler);
  if (native.kind === 'failed') throw new Error(`the generated programs fail natively: ${native.errors}`);
  const module = await compileUnit(printUnit(programs), clang);
  const differences: Difference[] = [];
  let compiledSteps = 0;
  for (const [index, program] of programs.entries()) {
    const built = programOf(module, entryOf(program));
    for (const way of Object.keys(ways) as Way[]) {
      const result = attempt(() => runOnMachine(built, way));
      if (result.kind === 'ran') compiledSteps += result.compiledSteps;
      const what = differenceOf(native.outputs[index]!, result);
      if (what === undefined) continue;
      // One of a batch is made small: more of them mostly have the same cause.
      const stillFails = async (p: Program): Promise<boolean> =>
        (await compareOne(p, compiler, clang, way)) !== undefined;
      // Shrinking takes minutes: a failing test fails at once, and the seed is enough to ask for more.
      const isWanted = differences.length === 0 && process.env.DIFFERENTIAL_REDUCE !== undefined;
      const shown = isWanted ? printProgram(await reduce(program, stillFails)) : '';
      differences.push({ seed: program.seed, way, what, reduced: shown });
    }
  }
  if (compiledSteps === 0 && differences.length === 0) throw new Error('nothing was compiled: both ways were the same');
  return differences;
}

/** undefined: there is no difference, or nothing to compare with. */
async function compareOne(
  program: Program,
  compiler: NativeCompiler,
  clang: Clang,
  way: Way,
): Promise<string | undefined> {
  const native = await runNatively([program], compiler);
  if (native.kind === 'failed') return undefined;
  try {
    const module = await compileUnit(printUnit([program]), clang);
    const result = attempt(() => runOnMachine(programOf(module, entryOf(program)), way));
    return differenceOf(native.outputs[0]!, result);
  } catch {
    return undefined;
  }
}

/** Bugs of the machine are differences too. */
function attempt(run: () => MachineResult): MachineResult {
  try {
    return run();
  } catch (error) {
    return { kind: 'stopped', because: `threw ${error instanceof Error ? error.stack : String(error)}`, values: [] };
  }
}

function differenceOf(expected: readonly bigint[], result: MachineResult): string | undefined {
  if (result.kind === 'stopped')
    return `stops after ${result.values.length} of ${expected.length} values: ${result.because}`;
  const at = expected.findIndex((value, index) => value !== result.values[index]);
  if (at !== -1) return `value ${at} is ${result.values[at]}, natively ${expected[at]}`;
  return result.values.length === expected.length
    ? undefined
    : `gives ${result.values.length} values, natively ${expected.length}`;
}
