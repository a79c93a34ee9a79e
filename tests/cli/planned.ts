// The words behind `preempt check`, read as the command line reads them, into the plan that it would carry out.

import { Command } from 'commander';
import { addCheck } from '../../src/cli/check-command.js';
import { type CheckFlags, type CheckPlan, planOf } from '../../src/cli/check-plan.js';
import { splitClangFlags } from '../../src/cli/clang-flags.js';

/** Throws what would be said of words that are wrong. */
export function planned(words: readonly string[]): CheckPlan {
  const { flags, rest } = splitClangFlags(['check', ...words]);
  const program = new Command('preempt').exitOverride();
  addCheck(program, flags, () => {});
  let asked: { readonly paths: readonly string[]; readonly options: CheckFlags } | undefined;
  // Of two actions the later one is taken.
  program.commands[0]!.action((paths: string[], options: CheckFlags) => {
    asked = { paths, options };
  });
  program.parse(rest, { from: 'user' });
  if (asked === undefined) throw new Error(`not understood: ${words.join(' ')}`);
  const plan = planOf(asked.paths, flags, asked.options);
  if (plan.kind === 'failed') throw new Error(plan.diagnostics.map((d) => d.message).join('\n'));
  return plan.value;
}
