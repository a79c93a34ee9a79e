// The analysis of large programs against the precise one, on generated programs: all that the one finds, the other
// finds as well.

import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/check.js';
import { resultOf } from '../../src/ir/operand.js';
import { analyseCoarsely, analysePointers, type PointsTo, type Root } from '../../src/model/points-to.js';
import type { Instance } from '../../src/model/points-to-state.js';
import { privateObjects } from '../../src/model/private-objects.js';
import type { Context, ContextId, ObjectId } from '../../src/model/program.js';
import { collectReferences } from '../../src/model/references.js';
import { Random } from '../solve/random.js';
import { loadText } from './load.js';

const MAIN = 0 as ContextId;
const WORKER = 1 as ContextId;
const HANDLER = 2 as ContextId;

const ROOTS: readonly Root[] = [
  { context: MAIN, isIsr: false, function: 'main' },
  { context: WORKER, isIsr: false, function: 'worker' },
  { context: HANDLER, isIsr: true, function: 'isr_1' },
];

const HEADER = `
#include <stdlib.h>
struct node { struct node *next; int *value; int *(*call)(struct node *, int *); };
int g0, g1, g2; int *p0, *p1, *p2; struct node n0, n1, n2; struct node *head; struct node *table[4];
int *f0(struct node *, int *); int *f1(struct node *, int *); int *f2(struct node *, int *); int *f3(struct node *, int *);
int *f4(struct node *, int *);
`;

/** Pointers to globals, locals and the heap that go through records, tables, calls and function pointers. */
function programOf(seed: number): string {
  const random = new Random(seed);
  const one = (): number => random.below(3);
  const called = (): string => `f${random.below(5)}`;
  const statements: readonly (() => string)[] = [
    () => `v = &g${one()};`,
    () => `p${one()} = v;`,
    () => `v = p${one()};`,
    () => `n->value = v;`,
    () => `v = n->value;`,
    () => `n = &n${one()};`,
    () => `n->next = &n${one()};`,
    () => `n = n->next;`,
    () => `v = &own;`,
    () => `mine.next = n; n = &mine;`,
    () => `mine.value = v;`,
    () => `head = n;`,
    () => `n = head;`,
    () => `table[g${one()} & 3] = n;`,
    () => `n = table[${random.below(4)}];`,
    () => `n = malloc(sizeof *n);`,
    () => `*n = n${one()};`,
    () => `n${one()} = *n;`,
    () => `n->call = ${called()};`,
    () => `if (n->call) v = n->call(n, v);`,
    () => `v = ${called()}(n, v);`,
    () => `v = g0 ? v : &g${one()};`,
    () => `while (n->next) n = n->next;`,
  ];
  const body = (count: number): string =>
    Array.from({ length: count }, () => statements[random.below(statements.length)]!()).join('\n  ');
  const locals = 'int own = 0; struct node mine = { 0 };';
  const helper = (n: number): string => `int *f${n}(struct node *n, int *v) {
  ${locals}
  ${body(4)}
  *v = own; n->value = v;
  return v;
}`;
  const context = (head: string): string => `${head} {
  ${locals} struct node *n = &n0; int *v = &g0;
  ${body(5)}
  *v = own;
}`;
  const helpers = [0, 1, 2, 3, 4].map(helper);
  const contexts = ['void worker(void)', 'void isr_1(void)', 'void begin(void)'].map(context);
  return [HEADER, ...helpers, ...contexts, 'int main(void) { begin(); return 0; }'].join('\n');
}

interface Inputs {
  readonly program: Program;
  readonly coarse: (roots: readonly Root[]) => PointsTo;
  readonly precise: (roots: readonly Root[], before?: PointsTo) => PointsTo;
}

async function inputs(text: string): Promise<Inputs> {
  const { program } = await loadText(text);
  const { module, platform } = program;
  const references = collectReferences(module);
  return {
    program,
    coarse: (roots) => analyseCoarsely(module, platform, references, roots),
    precise: (roots, before) => analysePointers(module, platform, references, roots, undefined, before),
  };
}

/** The same for all copies of the function that an object is made in. */
function originOf(pointsTo: PointsTo, id: ObjectId): string {
  const { kind, symbol, site } = pointsTo.objects[id]!;
  return site === undefined ? `${kind} ${symbol}` : `${kind} ${site.id}`;
}

/** Context, function and register; or context, function and call. */
function facts(pointsTo: PointsTo): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (instance: Instance, what: string): void => {
    found.add(`${instance.context} ${instance.function.name} ${what}`);
  };
  for (const instance of pointsTo.instances)
    for (const block of instance.function.blocks)
      for (const i of block.instructions) {
        const result = resultOf(i);
        for (const { object } of result === undefined ? [] : pointsTo.pointers(instance, result))
          add(instance, `%${result!.index}: ${originOf(pointsTo, object)}`);
        if (i.op === 'call') for (const name of pointsTo.callees(instance, i)) add(instance, `${i.id} calls ${name}`);
      }
  return found;
}

/** Locals and heap objects, by origin, that a context has pointers to although another one has made them. */
function handedOver(pointsTo: PointsTo): ReadonlySet<string> {
  const makers = new Map<ObjectId, ContextId>();
  const users = new Map<ObjectId, Set<ContextId>>();
  for (const instance of pointsTo.instances)
    for (const block of instance.function.blocks)
      for (const i of block.instructions) {
        const result = resultOf(i);
        for (const { object } of result === undefined ? [] : pointsTo.pointers(instance, result)) {
          if (pointsTo.objects[object]!.site === i) makers.set(object, instance.context);
          users.set(object, (users.get(object) ?? new Set()).add(instance.context));
        }
      }
  const isHandedOver = ([object, maker]: readonly [ObjectId, ContextId]): boolean =>
    [...users.get(object)!].some((user) => user !== maker);
  return new Set([...makers].filter(isHandedOver).map(([object]) => originOf(pointsTo, object)));
}

const contexts = [MAIN, WORKER, HANDLER].map((id) => ({ id, multiple: false })) as unknown as readonly Context[];

/** By origin. */
function keptToThemselves(pointsTo: PointsTo): ReadonlySet<string> {
  const isPrivate = privateObjects(pointsTo, contexts);
  const owned = pointsTo.objects.filter((o) => isPrivate(o.id, () => contexts.length));
  return new Set(owned.map((o) => originOf(pointsTo, o.id)));
}

function missing(of: ReadonlySet<string>, from: ReadonlySet<string>): readonly string[] {
  return [...of].filter((fact) => !from.has(fact));
}

describe('points-to of large programs', () => {
  const seeds = Array.from({ length: 24 }, (_, n) => n + 1);

  it.each(seeds)('finds all that the precise one finds: program %i', async (seed) => {
    const { precise, coarse } = await inputs(programOf(seed));
    const [exact, large] = [precise(ROOTS), coarse(ROOTS)];
    expect(exact.isCoarse).toBe(false);
    expect(missing(facts(exact), facts(large))).toEqual([]);
    const kept = keptToThemselves(large);
    expect([...handedOver(exact)].filter((origin) => kept.has(origin))).toEqual([]);
  });

  it.each(seeds.slice(0, 6))('goes on where a thread is found: program %i', async (seed) => {
    const { precise, coarse } = await inputs(programOf(seed));
    const began = coarse(ROOTS.slice(0, 1));
    const wentOn = precise(ROOTS, began);
    expect(wentOn).toBe(began);
    expect([...facts(wentOn)].sort()).toEqual([...facts(coarse(ROOTS))].sort());
  });
});

describe('threads that are analysed as one', () => {
  const text = `
#include <stdlib.h>
int total; int *shown;
static void add(int *to) { *to += 1; }
static void count(void) { int own = 0; add(&own); total += own; }
static void show(void) { int seen = 0; shown = &seen; }
static void list(void) { int **cell = malloc(sizeof *cell); int held = 0; *cell = &held; **cell = 1; }
void worker(void) { count(); show(); list(); }
void isr_1(void) { if (shown) *shown = 1; }
int main(void) { count(); show(); list(); return 0; }
`;

  it('have locals and heap objects of their own, but for those that others find', async () => {
    const { coarse } = await inputs(text);
    const large = coarse(ROOTS);
    const isPrivate = privateObjects(large, contexts);
    const names = large.objects.filter((o) => o.kind === 'local' || o.kind === 'heap');
    const kept = names.filter((o) => isPrivate(o.id, () => 2)).map((o) => o.name.replace(/ at .*/, ''));
    expect(kept.sort()).toEqual(['count.own', 'list.held', 'malloc']);
    expect(names.map((o) => o.name)).toContain('show.seen');
  });

  it('have one copy of a function, with the same registers, and each its own calls', async () => {
    const { coarse } = await inputs(text);
    const { instances } = coarse(ROOTS);
    const adds = instances.filter((i) => i.function.name === 'add');
    expect(adds.map((i) => i.context).sort()).toEqual([MAIN, WORKER]);
    expect(new Set(adds.map((i) => i.body)).size).toBe(1);
  });

  it('all call what one of them has put into a pointer', async () => {
    const { coarse } = await inputs(`
static void (*hook)(void); static int count;
static void late(void) { count++; }
static void both(void) { if (hook) hook(); }
void worker(void) { both(); }
void isr_1(void) {}
int main(void) { hook = late; both(); return 0; }
`);
    const late = coarse(ROOTS).instances.filter((i) => i.function.name === 'late');
    expect(late.map((i) => i.context).sort()).toEqual([MAIN, WORKER]);
  });

  it('are given what they are started with', async () => {
    const { program, coarse, precise } = await inputs(`
#include <pthread.h>
static void *worker(void *given) { *(int *)given = 1; return 0; }
int main(void) {
  int handed = 0; pthread_t thread;
  pthread_create(&thread, 0, worker, &handed);
  return handed;
}`);
    const began = coarse(ROOTS.slice(0, 1));
    const roots = began.started.map(
      ({ function: fn, begins }): Root => ({ context: WORKER, isIsr: false, function: begins ?? fn, startedAs: fn }),
    );
    expect(roots).toHaveLength(1);
    expect(precise([...ROOTS.slice(0, 1), ...roots], began)).toBe(began);
    const handed = began.objects.find((o) => o.name === 'main.handed')!;
    const isWritten = began.instances.some(
      (i) =>
        i.context === WORKER &&
        i.function.blocks.some((b) =>
          b.instructions.some(
            (w) => w.op === 'store' && began.pointers(i, w.address).some((p) => p.object === handed.id),
          ),
        ),
    );
    expect(isWritten).toBe(true);
    expect(privateObjects(began, contexts)(handed.id, () => 2)).toBe(false);
    expect(program.shared.map((v) => v.name)).toContain('main.handed');
  });
});
