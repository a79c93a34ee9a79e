// Small C programs with interrupts from a seed: one to three ISRs, helpers, shared memory of every shape, masks,
// arbitrary data. The same seed and size give the same program; smaller sizes are for seeds whose executions are too
// many to enumerate.

import { Random } from '../solve/random.js';
import { makeGlobals, makeRegisters, type Shape } from './globals.js';
import { makeBody, makeCondition, makeExpression, type Scope } from './statement.js';
import type { GeneratedProgram, Helper, Isr, Statement } from './syntax.js';

export const largestSize = 5;

export function generateProgram(seed: number, size: number = largestSize): GeneratedProgram {
  const random = new Random(seed * 8 + size);
  const isrCount = Math.min(random.pick([1, 1, 1, 2, 2, 2, 3]), Math.max(1, size));
  const isNested = random.chance(3);
  const isrHeads = Array.from({ length: isrCount }, (_, n) => ({
    name: `isr_${n + 1}`,
    irq: n + 1,
    priority: isNested ? n + 1 : 1 + random.below(isrCount),
  }));
  const irqs = isrHeads.map((isr) => isr.irq);
  const shapes = [...makeGlobals(random, 1 + random.below(size > 2 ? 3 : 2)), ...registersOf(seed, size)];
  const functionPointers = random.chance(5) ? ['fp'] : [];
  const common = { random, irqs, own: [], values: [], loops: 0, isMain: false, returns: undefined };
  const helpers = makeHelpers({ ...common, shapes, helpers: [], functionPointers: [] }, size, functionPointers.length);
  const scope: Scope = { ...common, shapes, helpers, functionPointers };
  const isrs = isrHeads.map(
    (head): Isr => ({
      ...head,
      body: makeBody({ ...scope, loops: 0 }, 1 + random.below(size > 2 && isrCount < 3 ? 3 : 2), size > 1 ? 1 : 0),
    }),
  );
  const plainHelper = helpers.find(isPlain);
  const pointerText =
    plainHelper === undefined
      ? 'void (*fp)(void);'
      : `void ${plainHelper.name}(void);\nvoid (*fp)(void) = ${plainHelper.name};`;
  const target = random.chance(3) ? 'thumbv7m-none-eabi' : 'x86_64-unknown-linux-gnu';
  const interrupts = random.pick(['on', 'on', 'default', 'off'] as const);
  const { nesting, arrivals, opened } = nestingOf(seed, size, isrs, random.chance(3) ? 2 : 1);
  return {
    seed,
    nesting,
    target,
    interrupts,
    arrivals,
    unit: random.chance(2) ? 'task' : 'function',
    effect: random.chance(2) ? 'reaching' : 'any',
    globals: [...shapes.map((s) => s.global), ...functionPointers.map((name) => ({ name, text: pointerText }))],
    helpers,
    isrs: opened,
    main: makeMain({ ...scope, isMain: true, returns: { kind: 'number', value: 0 } }, size),
  };
}

/** A quarter of the programs has some; the others are as they would be without. */
function registersOf(seed: number, size: number): readonly Shape[] {
  const random = new Random(seed * 8 + size + 0x4e6);
  return random.chance(4) ? makeRegisters(random, 1 + random.below(2)) : [];
}

/** On other platforms entry closes the mask: ISRs that open it are entered again while they run. */
function nestingOf(seed: number, size: number, isrs: readonly Isr[], usual: number) {
  const random = new Random(seed * 8 + size + 0x5eed);
  const nesting = random.pick(['priority', 'priority', 'masked-open', 'masked-restore'] as const);
  if (nesting === 'priority') return { nesting, arrivals: usual, opened: isrs };
  const open: Statement = { kind: 'plain', text: 'preempt_set_global_mask(0)' };
  const opened = isrs.map((isr) =>
    random.chance(3) ? isr : { ...isr, body: isr.body.toSpliced(random.below(isr.body.length + 1), 0, open) },
  );
  // Each arrival multiplies the executions.
  return { nesting, arrivals: size > 2 ? random.pick([1, 2, 2, 3]) : size, opened };
}

const isPlain = (h: Helper): boolean => h.parameter === '' && h.result === undefined;

function makeMain(scope: Scope, size: number): readonly Statement[] {
  const { random } = scope;
  const start: Statement[] = [];
  if (random.chance(3))
    start.push({ kind: 'plain', text: `enable_isr(${random.chance(2) ? -1 : random.pick(scope.irqs)})` });
  // A local or a heap object that ISRs may come to by a pointer.
  const pointer = scope.shapes.find((s) => s.pointer !== undefined)?.pointer;
  if (pointer !== undefined && random.chance(3))
    start.push({ kind: 'plain', text: `${pointer} = ${random.pick(['&l1', 'malloc(4)'])}` });
  const body = makeBody(scope, 1 + random.below(size + 1), size > 1 ? 2 : 1);
  if (!random.chance(12)) return [...start, ...body];
  const rounds = 1 + random.below(2);
  return [...start, { kind: 'forever', variable: 'k', rounds, body: body.slice(0, 2) }];
}

/** Plain ones, ones with a pointer, ones that give a value, and ones that call themselves once more. */
function makeHelpers(scope: Scope, size: number, plain: number): readonly Helper[] {
  const { random } = scope;
  const helpers: Helper[] = [];
  const count = plain + random.pick([0, 0, 1, 1, 2]);
  for (let n = 0; n < count; n++) {
    const name = `h${n}`;
    const within: Scope = { ...scope, helpers: random.chance(3) ? [...helpers] : [], loops: 0 };
    const body = (more: Partial<Scope>): readonly Statement[] =>
      makeBody({ ...within, ...more }, 1 + random.below(size > 2 ? 2 : 1), 1);
    const kind = n < plain ? 0 : random.below(4);
    if (kind === 0) helpers.push({ name, parameter: '', body: body({}) });
    else if (kind === 1)
      helpers.push({
        name,
        parameter: 'int *p',
        body: body({ own: [{ kind: 'place', before: '*p', after: '' }] }),
      });
    else if (kind === 2)
      helpers.push({
        name,
        parameter: '',
        result: makeExpression(within, 0),
        body: body({ returns: makeCondition(within) }),
      });
    else {
      const again: Statement = {
        kind: 'if',
        condition: {
          kind: 'binary',
          operator: '>',
          left: { kind: 'local', name: 'n' },
          right: { kind: 'number', value: 0 },
        },
        body: [
          {
            kind: 'call',
            callee: name,
            arguments: [
              {
                kind: 'binary',
                operator: '-',
                left: { kind: 'local', name: 'n' },
                right: { kind: 'number', value: 1 },
              },
            ],
            fixed: '',
          },
        ],
        otherwise: [],
      };
      const own = body({ values: ['n'] });
      helpers.push({
        name,
        parameter: 'int n',
        body: random.chance(2) ? [...own, again] : [again, ...own.slice(0, 1)],
      });
    }
  }
  return helpers;
}
