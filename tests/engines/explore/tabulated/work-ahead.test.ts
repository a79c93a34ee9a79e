// Threads that work ahead of a search change nothing that is told: not when they do all they can, nor when they end,
// leave what they have begun, or are too late. They are played by this thread, between two chunks of the search.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Checked } from '../../../../src/engines/engine.js';
import { CHUNK, Status } from '../../../../src/engines/explore/tabulated/chunk-buffer.js';
import { expandChunks } from '../../../../src/engines/explore/tabulated/expand-chunks.js';
import {
  buffersOf,
  claimChunk,
  type SearchThreads,
  Shared,
  type SharedSearch,
} from '../../../../src/engines/explore/tabulated/shared-search.js';
import { growableBuffer } from '../../../../src/engines/kernel/growing-words.js';
import type { Program } from '../../../../src/model/program.js';
import { loadText } from '../../../model/load.js';
import { checkByExploring } from '../../check.js';
import { wideSearch } from '../wide-search.js';

let program: Program;
beforeAll(async () => {
  ({ program } = await loadText(wideSearch(), { interrupts: 'on' }));
});

type Reduction = 'reduced' | 'exhaustive';

function checked(reduction: Reduction, searchThreads?: SearchThreads, of = program): Promise<Checked> {
  return checkByExploring(of, {
    // Of the other one, that is enough for many states.
    properties: of === program ? ['atomicity', 'assertion', 'deadlock'] : ['assertion'],
    reduction,
    searchThreads,
    kernel: 'on',
    arrivals: 2,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
    // After each chunk, so that others have their turn.
    isPauseDue: () => true,
    pause: async () => {},
  });
}

function threads(count: number, expand: SearchThreads['expand']): SearchThreads {
  return { count, expand, memory: () => ({ words: growableBuffer(2 ** 28)!, log: growableBuffer(2 ** 26)! }) };
}

/** Of the control words. */
const claimed = ({ control }: SharedSearch): number => Atomics.load(new Int32Array(control), Shared.claim);

const alone = new Map<Reduction, Checked>();
beforeAll(async () => {
  for (const reduction of ['reduced', 'exhaustive'] as const) alone.set(reduction, await checked(reduction));
});

describe.each(['reduced', 'exhaustive'] as const)('%s', (reduction) => {
  it('tells the same, whoever has expanded what', async () => {
    let chunks = 0;
    const beside = await checked(
      reduction,
      threads(2, async (search) => {
        const before = claimed(search);
        expandChunks(search, 0);
        chunks += (claimed(search) - before) / CHUNK;
        return 'idle';
      }),
    );
    expect(beside).toEqual(alone.get(reduction));
    expect(beside.findings.length).toBeGreaterThan(10);
    expect(chunks * CHUNK).toBeGreaterThan(beside.statistics.states! / 4);
  });
});

describe('a thread', () => {
  it('that ends is not asked again', async () => {
    let asked = 0;
    const beside = await checked(
      'reduced',
      threads(1, async () => {
        asked++;
        return 'dead';
      }),
    );
    expect(beside).toEqual(alone.get('reduced'));
    expect(asked).toBe(1);
  });

  it('that ends with a chunk in hand leaves it to others', async () => {
    let isFirst = true;
    const beside = await checked(
      'reduced',
      threads(1, async (search) => {
        if (isFirst) {
          isFirst = false;
          expect(claimChunk(new Int32Array(search.control))).toBeDefined();
        } else expandChunks(search, 0);
        return 'idle';
      }),
    );
    expect(beside).toEqual(alone.get('reduced'));
  });

  it('that throws has met a bug', async () => {
    const bug = checked(
      'reduced',
      threads(1, async () => {
        throw new TypeError('no such thing');
      }),
    );
    await expect(bug).rejects.toThrow('no such thing');
  });
});

describe('states that are packed anew', () => {
  /** Contents become more and more numbers, and each a wider one, long after threads have begun. */
  const growing = wideSearch(1)
    .replaceAll('unsigned char', 'unsigned short')
    .replaceAll('= t +', '= 3 * t +')
    .replace('static', '#include <assert.h>\nstatic')
    .replace('  return', '  unsigned short x = a; x ^= b; x ^= c; x ^= d; assert(x != 60001);\n  return');

  it('while others have expanded chunks of them, which are done again', async () => {
    const { program: wider } = await loadText(growing, { interrupts: 'on' });
    const generations = new Set<number>();
    let inFlight = 0;
    const beside = await checked(
      'exhaustive',
      threads(1, async (search) => {
        const generation = Atomics.load(new Int32Array(search.control), Shared.generation);
        generations.add(generation);
        const ahead = buffersOf(search.chunks, search.number, search.layout.contexts);
        if (ahead.some((b) => b.status === Status.done && b.generation !== generation)) inFlight++;
        expandChunks(search, 0);
        return 'idle';
      }),
      wider,
    );
    expect(beside).toEqual(await checked('exhaustive', undefined, wider));
    expect(generations.size).toBeGreaterThan(1);
    expect(inFlight).toBeGreaterThan(1);
  });

  it('while somebody reads them, who sees neither the old nor the new', async () => {
    let moments = 0;
    const beside = await checked(
      'reduced',
      threads(1, async (search) => {
        const control = new Int32Array(search.control);
        const before = control.slice();
        // As it is between two words of a move, half of the time also with widths of what nobody has.
        control[Shared.generation]!++;
        if (moments++ % 2 === 0) control.fill(2, Shared.widths);
        expandChunks(search, 0);
        const claim = control[Shared.claim]!;
        control.set(before);
        control[Shared.claim] = claim;
        return 'idle';
      }),
    );
    expect(beside).toEqual(alone.get('reduced'));
    expect(moments).toBeGreaterThan(10);
  });
});
