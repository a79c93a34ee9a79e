// Which transitions of an execution a later one is compared with.

import { describe, expect, it } from 'vitest';
import { begun, go, touching } from './path-builder.js';

describe('a path', () => {
  it('gives the transitions of others on the same words, the last first', () => {
    const path = begun();
    go(path, 1, touching(3, true));
    go(path, 2, touching(3, false));
    go(path, 1, touching(4, true));
    go(path, 2, touching(3, true));
    go(path, 3, touching(3, true));
    const writes = touching(3, true);
    expect(path.lastBefore(writes, 3)).toBe(4);
    expect(path.nextBefore(4, false)).toBe(2);
    expect(path.nextBefore(2, false)).toBe(1);
    expect(path.nextBefore(1, false)).toBe(0);
    expect(path.lastBefore(touching(3, false), 3)).toBe(4);
    expect(path.nextBefore(4, false)).toBe(1);
  });

  it('leaves out a process of which there is enough', () => {
    const path = begun();
    go(path, 1, touching(3, true));
    go(path, 2, touching(3, true));
    go(path, 2, touching(3, true));
    expect(path.lastBefore(touching(3, true), 3)).toBe(3);
    expect(path.nextBefore(3, true)).toBe(1);
  });
});
