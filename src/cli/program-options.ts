// The options that say which program is looked at: the same list for every command that takes one.

import type { Command } from 'commander';

/** `formats`: the outputs that the command knows. */
export function withProgramOptions(command: Command, formats: readonly string[] = ['text', 'json']): Command {
  return command
    .argument('[paths...]', 'C files, directories, compile_commands.json, .ll files')
    .option('--config <FILE>', 'preempt.json to use (default: the one here, or in the one directory named)')
    .option('--entry <NAME>', 'the function that runs first (default: main)')
    .option(
      '--drive <LIST|auto>',
      'for programs without main: functions that are called in any order with arbitrary arguments, several with commas; ' +
        'auto: all public ones that nothing calls (docs/drive.md; --emit harness shows the calls)',
    )
    .option('--isr <NAME[:IRQ[:PRIO]]>', 'a handler that is not found by itself, see inspect; may be repeated', collect)
    .option(
      '--interrupts <on|off>',
      "state of the interrupts' own flags at the start (default: off where main enables them)",
    )
    .option(
      '--scheduler <WHICH>',
      'with any every thread that can go on may, with priority the most urgent (default any)',
    )
    .option('--time-slicing <on|off>', 'by priority: equals take turns at any time (default: on)')
    .option(
      '--thread-priority <NAME:PRIO>',
      'by priority: what threads of a function begin with; may be repeated',
      collect,
    )
    .option('--cores <N>', 'with more than one, ISRs and masks keep no other core from going on (default: 1)')
    .option('--interrupts-as-threads', 'ISRs are threads that nothing keeps out: wrong, for comparison')
    .option('--dispatch-all', 'with `dispatch` in preempt.json: also pairs of routines that it says never run together')
    .option('--platform <NAME>', 'generic, avr, cortex-m, msp430, riscv, or a .json file (default: by the sources)')
    .option('--target <TRIPLE>', "clang's target (default: the platform's)")
    .option('--sysroot <DIR>', "where the target's own headers are")
    .option('--clang <WHICH>', 'auto, embedded, or the path of a clang 16 or newer (default: auto)')
    .option(
      '--trust',
      'the code is yours: compilers, plugins and files that the project names may be used (docs/security.md)',
    )
    .option('--no-cache', 'compile anew, and keep nothing')
    .option(
      '--jobs <N>',
      'files compiled at once; by check, also programs of --each and proofs of findings (default: one for each core)',
    )
    .option('--format <FORMAT>', `${formats.slice(0, -1).join(', ')} or ${formats.at(-1)} (default: text)`)
    .addHelpText(
      'after',
      '\nFlags for the compiler are taken as compilers take them: -I -D -U -include -isystem -std=… -m… -f…, and all that follows --.\n',
    );
}

export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

export function withInspectOptions(command: Command): Command {
  return withProgramOptions(command)
    .option('--all', 'all of it as text, however long; else long lists are cut, and say so')
    .option('--timeout <SECONDS>', 'give up after so long (default: never)');
}
