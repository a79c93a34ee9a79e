// What a thread is called: by its context, and by its number where several threads run the same function.

import type { State, ThreadId } from '../machine/state.js';
import type { Program } from '../model/program.js';

export function threadName({ contexts }: Program, state: State, thread: ThreadId): string {
  const { name, multiple } = contexts[state.threads[thread]!.context]!;
  return multiple === true ? `${name}#${thread}` : name;
}
