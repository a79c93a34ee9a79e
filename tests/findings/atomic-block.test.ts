// Blocks that are meant to be atomic: who may come into the middle of one, and which mistake it is if not. Each letter
// is an access of one step; those of the block are large, `x` and `y` are bytes.

import { describe, expect, it } from 'vitest';
import { AtomicBlocks, type BlockMatch } from '../../src/findings/atomic-block.js';
import type { SiteId } from '../../src/findings/history.js';

/** `A:Rx`: the block reads x; `b:wx`: somebody called b writes it; `b:end`: b is over; `A:end`: the block is. */
function run(text: string): readonly string[] {
  const blocks = new AtomicBlocks();
  blocks.begin('block');
  const matches: BlockMatch[] = [];
  const steps = text.split(' ');
  steps.forEach((step, n) => {
    const [actor, what] = step.split(':') as [string, string];
    if (what === 'end') {
      if (actor === 'A') blocks.end();
      else blocks.ended(actor);
      return;
    }
    const byte = what.charCodeAt(1);
    const access = { site: n as SiteId, step: n, isWrite: what[0]!.toLowerCase() === 'w' };
    if (actor === 'A') blocks.accessed(byte, 1, access, matches);
    else blocks.accessedBy(actor, byte, 1, access);
  });
  return matches.map(({ mistake, first, entry, second, third }) =>
    [mistake, ...[first, entry, second, third].map((a) => steps[a.step])].join(' '),
  );
}

describe('a block that is meant to be atomic', () => {
  it.each([
    ['is written by another between two reads', 'A:Rx b:wx A:Rx', ['write A:Rx b:wx b:wx A:Rx']],
    ['loses what another wrote', 'A:Rx b:wx A:Wx', ['write A:Rx b:wx b:wx A:Wx']],
    ['does not read what it wrote', 'A:Wx b:wx A:Rx', ['write A:Wx b:wx b:wx A:Rx']],
    ['is seen in the middle', 'A:Wx b:rx A:Wx', ['read A:Wx b:rx b:rx A:Wx']],
    ['overwrites what another wrote into it', 'A:Wx b:wx A:Wx', ['dual-write A:Wx b:wx b:wx A:Wx']],
    ['is half seen', 'A:Wx b:rx b:ry A:Wy', ['read A:Wx b:rx b:ry A:Wy']],
    ['is half overwritten', 'A:Wx b:wx b:wy A:Wy', ['dual-write A:Wx b:wx b:wy A:Wy']],
    ['is half seen through somebody else', 'A:Wx b:rx b:wz c:rz c:ry A:Wy', ['read A:Wx b:rx c:ry A:Wy']],
  ])('%s', (_, text, found) => expect(run(text)).toEqual(found));

  it.each([
    ['comes before all of it', 'A:Rx b:ry A:Wy'],
    ['comes after all of it', 'A:Wx A:Wy b:rx b:ry'],
    ['looks at one half only', 'A:Wx b:rx A:Wy'],
    ['reads what the block reads', 'A:Rx b:rx A:Rx'],
    ['has nothing to do with it', 'A:Rx b:wz A:Wx'],
    ['comes in before and goes on after it', 'A:Rx b:wy A:Wx b:rx'],
    ['is another one than the one before', 'A:Wx b:rx b:end b:ry A:Wy'],
    ['comes when it is over', 'A:Rx A:end b:wx A:Rx'],
  ])('is not violated by who %s', (_, text) => expect(run(text)).toEqual([]));

  it('is one of the state: what was done to it, not when', () => {
    const keyOf = (first: number): string => {
      const blocks = new AtomicBlocks();
      blocks.begin('block');
      blocks.accessed(1, 1, { site: 0 as SiteId, step: first, isWrite: true }, []);
      blocks.accessedBy('b', 1, 1, { site: 1 as SiteId, step: first + 1, isWrite: false });
      return blocks.key((byte) => `${byte}`);
    };
    expect(keyOf(1)).toBe(keyOf(7));
    expect(keyOf(1)).toContain('0>1>1@b');
  });
});
