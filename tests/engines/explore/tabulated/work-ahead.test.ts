// Threads that work ahead of a search change nothing that is told: not when they do all they can, nor when they end,
// leave what they have begun, or are too late. They are played by this thread, between two chunks of the search.

import { beforeAll, describe, expect, it } from 'vitest';
import type { Checked } from '../../../../src/engines/engine.js';
import { CHUNK } from '../../../../src/engines/explore/tabulated/chunk-buffer.js';
import { expandChunks } from '../../../../src/engines/explore/tabulated/expand-chunks.js';
import {
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

function checked(reduction: Reduction, searchThreads?: SearchThreads): Promise<Checked> {
  return checkByExploring(program, {
    properties: ['atomicity', 'assertion', 'deadlock'],
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
