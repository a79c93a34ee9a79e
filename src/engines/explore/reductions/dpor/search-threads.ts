// Who searches a program with threads: first the machine, which needs no tables; after a while, where the program is
// for tables, these, from the beginning. So that what is reported does not depend on the computer, that while is a
// number of transitions. What turns out not to be for tables is left to the machine, which goes on where it stopped.

import { InternalError } from '../../../../base/internal-error.js';
import { LimitReached } from '../../../../base/limits.js';
import { runsIsrsBeside } from '../../../../model/threading.js';
import { breathe, type News } from '../../../engine.js';
import type { SearchOptions } from '../../search-options.js';
import type { SearchRecord } from '../../search-record.js';
import { Unsuited } from '../../tabulated/unsuited.js';
import { DporSearch, type Notes } from './dpor-search.js';
import { MachineWorld } from './machine-world.js';
import { Executions, SeenByTables, WITNESSES } from './tables/shown.js';
import { type ProcessHistory, type TablePlace, TableWorld } from './tables/table-world.js';

/** Transitions that the machine makes first. */
const MACHINE_FIRST = 500;

export function* searchThreads(
  options: SearchOptions,
  isStateful: boolean,
  kernel: 'auto' | 'on' | 'off',
): Generator<News, SearchRecord> {
  const onMachine = new DporSearch(options, isStateful, (...given) => new MachineWorld(...given));
  if (kernel === 'off' || !isForTables(options)) {
    yield* onMachine.run();
    return onMachine;
  }
  if (kernel === 'auto' && (yield* onMachine.run(MACHINE_FIRST)) === 'done') return onMachine;
  try {
    const byTables = yield* searchTables(options, isStateful, onMachine);
    byTables.absorb(onMachine);
    return byTables;
  } catch (thrown) {
    if (!(thrown instanceof Unsuited)) throw thrown;
    yield* onMachine.run();
    return onMachine;
  }
}

function* searchTables(
  options: SearchOptions,
  isStateful: boolean,
  { hits: known }: SearchRecord,
): Generator<News, DporSearch<TablePlace>> {
  const executions = new Executions(options);
  const seen = new SeenByTables();
  let notes: Notes | undefined;
  /** On its way, an execution shows what others end with. */
  const show = (key: string, history: ProcessHistory | undefined): void => {
    const shown = new Set<string>();
    executions.of(history, (state, sighting, trail) => {
      if (shown.has(sighting.key) || known.has(sighting.key)) return;
      shown.add(sighting.key);
      notes!.hit(state, sighting, trail);
    });
    if (!shown.has(key)) throw new InternalError(`the machine does not see what tables show: ${key}`);
  };
  const search = new DporSearch<TablePlace>(options, isStateful, (given, told) => {
    notes = told;
    return new TableWorld(given, {
      seen(key, history) {
        // The first at once: there may be no time in the end.
        if (seen.add(key, history) === 1 && !known.has(key)) show(key, history);
      },
      ended: (ending, contexts) => told.endedIn(ending, contexts),
      stands(history) {
        const { state, trail } = executions.of(history);
        told.stands(state, trail);
      },
      comesThrough: (contexts) => told.comesThrough(contexts),
      goesRound(history, thread) {
        const { state, trail } = executions.of(history);
        if (thread === undefined) return told.goesRound(state, trail);
        const switched = executions.switched(state, thread);
        told.goesRound(switched, { kind: 'switch', step: state.steps, thread, before: trail });
      },
      filled(localStates, localSteps) {
        Object.assign(search.counts, { localStates, localSteps });
      },
    });
  });
  yield* search.run();
  try {
    for (const [key, [, ...witnesses]] of seen.all) {
      yield* breathe(options.limits, () => ({
        phase: 'exploring',
        states: search.counts.states,
        sightings: search.hits.size,
      }));
      for (const history of witnesses)
        if (!known.has(key) && search.hits.get(key)!.length < WITNESSES) show(key, history);
    }
  } catch (thrown) {
    // Each has one execution that shows it.
    if (!(thrown instanceof LimitReached)) throw thrown;
  }
  return search;
}

/** What the tables have no place for, as far as it is seen before anything runs. */
function isForTables({ machine, rules, pathObserver }: SearchOptions): boolean {
  const { program, threads } = machine;
  const { nesting } = program.platform;
  return (
    !runsIsrsBeside(program.threading) &&
    !threads.hasPriorities &&
    pathObserver === undefined &&
    (machine.options.steps ?? 'visible') === 'visible' &&
    rules.unit === 'task' &&
    !(nesting.kind === 'masked' && nesting.exit === 'restore') &&
    program.contexts.every((c) => c.startsAt === undefined) &&
    program.operations.every(({ effect }) => !OF_BLOCKS.has(effect.kind))
  );
}

/** Blocks that are meant to be atomic. */
const OF_BLOCKS: ReadonlySet<string> = new Set(['expect-atomic-begin', 'expect-atomic-end']);
