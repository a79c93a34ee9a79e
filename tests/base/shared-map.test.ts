import { describe, expect, it } from 'vitest';
import { SharedMap } from '../../src/base/shared-map.js';

describe('copies of a map', () => {
  it('go on independently, whoever changes first', () => {
    const first = new SharedMap<string, number>();
    first.set('a', 1);
    const second = first.clone();
    const third = second.clone();
    first.set('a', 2);
    second.delete('a');
    third.set('b', 3);
    expect([[...first], [...second], [...third]]).toEqual([
      [['a', 2]],
      [],
      [
        ['a', 1],
        ['b', 3],
      ],
    ]);
    const fourth = third.clone();
    third.clear();
    expect([third.size, fourth.size, fourth.get('b'), fourth.has('a')]).toEqual([0, 2, 3, true]);
  });
});
