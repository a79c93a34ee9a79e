// Who searches: first the machine, which needs no tables; after a while, where the program is for tables, these. So
// that what is reported does not depend on the computer, that while is a number of transitions.

import { RelevantStarts } from '../../../execution/relevant-starts.js';
import { runsIsrsBeside } from '../../../model/threading.js';
import type { News } from '../../engine.js';
import { Search } from '../search.js';
import type { SearchOptions } from '../search-options.js';
import type { SearchRecord } from '../search-record.js';
import { Product } from './product.js';
import { TabulatedSearch } from './tabulated-search.js';
import { Unsuited } from './unsuited.js';

/** `on`: tables from the beginning, where the program is for them. */
export type KernelUse = 'auto' | 'on' | 'off';

/** Transitions that the machine makes first. */
const MACHINE_FIRST = 50_000;

export function* searchProgram(
  options: SearchOptions,
  kernel: KernelUse,
  reduction: 'reduced' | 'exhaustive',
  arePatterns: boolean,
): Generator<News, SearchRecord> {
  const search = new Search(options);
  if (kernel === 'off' || !isForTables(options)) {
    yield* search.run();
    return search;
  }
  if (kernel === 'auto' && (yield* search.run(MACHINE_FIRST)) === 'done') return search;
  try {
    const relevant = reduction === 'reduced' ? new RelevantStarts(options.machine, options.objects) : undefined;
    const tabulated = new TabulatedSearch(
      options,
      new Product(options, relevant, arePatterns),
      search.hits,
      search.work,
    );
    yield* tabulated.run();
    tabulated.absorb(search);
    return tabulated;
  } catch (thrown) {
    if (!(thrown instanceof Unsuited)) throw thrown;
    yield* search.run();
    return search;
  }
}

/** What the tables have no place for, as far as it is seen before anything runs. */
function isForTables({ machine, rules, pathObserver }: SearchOptions): boolean {
  const { program } = machine;
  const { nesting } = program.platform;
  return (
    !machine.threads.areMany &&
    !runsIsrsBeside(program.threading) &&
    pathObserver === undefined &&
    (machine.options.steps ?? 'visible') === 'visible' &&
    rules.unit === 'task' &&
    !(nesting.kind === 'masked' && nesting.exit === 'restore') &&
    program.contexts.every((c) => c.startsAt === undefined) &&
    program.operations.every(({ effect }) => !OTHER_EFFECTS.has(effect.kind))
  );
}

/** Of threads and of blocks that are meant to be atomic. */
const OTHER_EFFECTS: ReadonlySet<string> = new Set(['block', 'spawn', 'expect-atomic-begin', 'expect-atomic-end']);
