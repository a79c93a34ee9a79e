// Commands of preempt in one process after the other, for transcripts: of a process of its own, a command spends most
// of its time on starting it. What needs a shell or measures the process is not for it.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Outcome } from './transcript.js';

const script = fileURLToPath(new URL('warm-process.mjs', import.meta.url));

/** Variables. */
type Surroundings = Readonly<Record<string, string | undefined>>;

export class WarmProcess {
  #child: ChildProcess | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** One at a time, in the order in which they are asked for. */
  run(words: readonly string[], directory: string, env: Surroundings): Promise<Outcome> {
    const ended = this.#last.then(() => this.#ask(words, directory, env));
    this.#last = ended.catch(() => undefined);
    return ended;
  }

  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const end = once(child, 'exit');
    child.disconnect();
    await end;
  }

  #ask(words: readonly string[], directory: string, env: Surroundings): Promise<Outcome> {
    this.#child ??= fork(script, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const child = this.#child;
    return new Promise((finish, refuse) => {
      const end = (code: number | null): void =>
        refuse(new Error(`preempt ${words.join(' ')}: the process ended with ${code}`));
      child.once('exit', end);
      child.once('message', (outcome) => {
        child.off('exit', end);
        finish(outcome as Outcome);
      });
      child.send({ words, directory, env });
    });
  }
}

/** The words behind `preempt`, variables replaced; undefined where a shell or a process of its own is needed. */
export function plainWords(
  command: string,
  variables: Readonly<Record<string, string>>,
): readonly string[] | undefined {
  const words = [...command.matchAll(/(?:'[^']*'|[^\s'])+/g)].map(([word]) => word);
  if (words[0] !== 'preempt' || /--(?:memory|timeout|stats|jobs)\b/.test(command)) return undefined;
  const plain = words.slice(1).map((word) =>
    word.replace(/'([^']*)'|\$(\w+)|([^'$])/g, (whole, quoted, name, other) => {
      if (name !== undefined) return variables[name] ?? whole;
      return quoted ?? other;
    }),
  );
  const unquoted = command.replaceAll(/'[^']*'/g, '').replaceAll(/\$(\w+)/g, (whole, name) => variables[name] ?? whole);
  return /[|<>;&`"\\$()*?~#\n]/.test(unquoted) ? undefined : plain;
}
