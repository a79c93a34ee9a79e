// Skeletons of small functions: what is kept of the C code, and what critical accesses are derived or annotated.

import { describe, expect, it } from 'vitest';
import type { Description } from '../../../src/engines/library/description.js';
import { modelOfText } from './prepared.js';

const head = `static int x, y, lock; static struct list { int count; struct list *next; } a, *p;
void mask(void); void unmask(void); void yield(void); void *get(void); void drop(void *);
void preempt_critical_begin(const char *, int); void preempt_critical_end(const char *, int);
`;

async function accessesOf(body: string, more: Partial<Description> = {}, derive = false): Promise<readonly string[]> {
  const description: Description = {
    library: 'test',
    tasks: ['f'],
    structures: { x: ['x'], y: ['y'], a: ['a', 'p'], count: ['queue.count'], lock: ['lock'] },
    tracked: { lock: { initially: 0, range: [0, 2] } },
    masks: { enter: ['mask'], exit: ['unmask'] },
    yields: ['yield'],
    allocators: ['get'],
    operations: { drop: { writes: [0] } },
    ...more,
  };
  const { library } = await modelOfText(`${head}${body}`, description, { derive });
  return library.skeletons[0]!.accesses.map(
    (access) => `${access.isWrite ? 'W' : 'R'} ${access.structure}${access.isSingle ? ' once' : ''}`,
  ).sort();
}

describe('derived accesses', () => {
  it('go from the first to the last access of a structure', async () => {
    expect(await accessesOf('void f(void) { x = 1; y = 2; x = 3; }')).toEqual(['W x', 'W y once']);
  });

  it('end where masks, tracked variables or tasks change', async () => {
    expect(await accessesOf('void f(void) { x = 1; mask(); x = 2; unmask(); x = 3; yield(); x = 4; }')).toEqual(
      Array(4).fill('W x once'),
    );
    expect(await accessesOf('void f(void) { x = 1; lock = 1; x = 2; }')).toEqual([
      'W lock once',
      'W x once',
      'W x once',
    ]);
  });

  it('are seen through pointers, parameters and results of calls', async () => {
    const body = 'static struct list *of(struct list *l) { return l; } void f(void) { of(&a)->count = 1; }';
    expect(await accessesOf(body)).toEqual(['W a once']);
    expect(await accessesOf('void f(void) { p->next->next->count = 1; }')).toEqual(['W a']);
    expect(
      await accessesOf('struct queue { int id, count; }; void f(struct queue *q) { q->count++; q->id++; }'),
    ).toEqual(['W count']);
  });

  it('are those of a loop as a whole', async () => {
    expect(await accessesOf('void f(int n) { while (n--) x += n; }')).toEqual(['W x']);
  });

  it('are not those to memory that the function has allocated', async () => {
    const body = 'struct queue { int count; }; void *f(void) { struct queue *q = get(); q->count = 0; return q; }';
    expect(await accessesOf(body)).toEqual([]);
  });

  it('are those of a whole object where an operation takes it', async () => {
    const body = 'struct queue { int id, count; }; void f(struct queue *q) { q->id = 1; drop(q); }';
    expect(await accessesOf(body)).toEqual(['W count']);
  });
});

describe('annotated accesses', () => {
  const body = 'void f(void) { preempt_critical_begin("x", 0); y = 1; x = 1; preempt_critical_end("x", 0); }';

  it('are what the source says', async () => {
    expect(await accessesOf(body)).toEqual(['R x']);
  });

  it('are left aside where that is wished', async () => {
    expect(await accessesOf(body, {}, true)).toEqual(['W x once', 'W y once']);
  });
});

describe('branches', () => {
  const guarded = (condition: string): string => `void f(int n) { lock = 1; if (${condition}) x = 1; lock = 0; }`;

  async function reaches(condition: string): Promise<boolean> {
    const { searchModel } = await import('../../../src/engines/library/search.js');
    const { library } = await modelOfText(`${head}${guarded(condition)}`, {
      library: 'test',
      tasks: ['f'],
      structures: { x: ['x'] },
      tracked: { lock: { initially: 0, range: [0, 2] } },
    });
    let isReached = false;
    const { ModelStates } = await import('../../../src/engines/library/search.js');
    const layout = new ModelStates(library, { name: 'f', tasks: [[0]], isrs: [] });
    searchModel(
      library,
      { name: 'f', tasks: [[0]], isrs: [] },
      {
        states: 1e5,
        visit: (v) => (isReached ||= layout.processes[0]!.openSets[v[ModelStates.LOCATIONS]!] !== 0),
      },
    );
    return isReached;
  }

  it('are decided by tracked variables, also through arithmetic and both sides of &&', async () => {
    expect(await reaches('lock == 0')).toBe(false);
    expect(await reaches('lock > 1')).toBe(false);
    expect(await reaches('lock - 1')).toBe(false);
    expect(await reaches('lock == 1')).toBe(true);
    expect(await reaches('n && lock == 2')).toBe(false);
  });

  it('are free otherwise', async () => {
    expect(await reaches('n == 7')).toBe(true);
    expect(await reaches('n && lock == 1')).toBe(true);
    expect(await reaches('n == lock')).toBe(true);
  });
});
