// What is suggested against the findings of a program, and the program with a suggestion in it, by the normal way from
// its text.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadProgram, type Program, type Request } from '../../src/check.js';
import type { Checked } from '../../src/engines/engine.js';
import type { Finding } from '../../src/findings/finding.js';
import { changedText, originalIdentity } from '../../src/fix/change.js';
import type { Fix } from '../../src/fix/fix.js';
import { suggestFixes } from '../../src/fix/suggest.js';
import { type CheckOptions, checkByExploring } from '../engines/check.js';
import { sharedCadical } from '../solve/loaded-cadical.js';

export interface Settings {
  readonly request: Omit<Request, 'paths'>;
  readonly options: CheckOptions;
}

export interface Suggested extends Checked {
  readonly program: Program;
  /** By id of the finding. */
  readonly fixes: ReadonlyMap<string, Fix>;
  /** Changed programs that were compiled. */
  readonly tried: number;
}

export async function suggested(file: string | readonly string[], settings: Settings): Promise<Suggested> {
  const { request, options } = settings;
  const loaded = await loadProgram({ ...request, paths: [file].flat() });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
  const { program, revise } = loaded.value;
  const checked = await checkByExploring(program, options);
  let tried = 0;
  const fixes = await suggestFixes({
    ...checked,
    program,
    diagnostics: loaded.diagnostics,
    steps: checked.statistics.transitions!,
    options: { ...options, solvers: await sharedCadical() },
    readSource: (name) => readFileSync(name, 'latin1'),
    revise: (name, text) => {
      tried++;
      return revise(name, text);
    },
  });
  return { ...checked, program, fixes, tried };
}

/** What is found in the program with the lines of a fix put into its text; identities as they were before. */
export async function leftWith(
  file: string,
  fix: Fix,
  { program }: Suggested,
  { request, options }: Settings,
): Promise<{ readonly left: readonly string[]; readonly verdicts: Checked['verdicts'] }> {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-fix-'));
  try {
    const changed = join(folder, basename(file));
    writeFileSync(changed, changedText(readFileSync(fix.file, 'latin1'), fix), 'latin1');
    // Lines that enable an ISR must not change what is taken to be enabled at first.
    const isOn = program.contexts.every((c) => c.kind !== 'isr' || c.initially!.enabled);
    const loaded = await loadProgram({ ...request, paths: [changed], ...(isOn ? { interrupts: 'on' } : {}) });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
    const { findings, verdicts } = await checkByExploring(loaded.value.program, options);
    const moved = { ...fix, file: changed };
    const nameOf = (f: Finding): string => originalIdentity(f, moved, loaded.value.program.contexts);
    return { left: findings.map((f) => nameOf(f).replaceAll(changed, fix.file)), verdicts };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
