// Runs a program interpreted and compiled at the same time and compares everything that either shows: outcomes, events,
// questions, and at each stop the whole state: frames with their living registers, memory, the path condition, the
// number of steps.

import type { Event } from '../../src/machine/event.js';
import { livingIn } from '../../src/machine/liveness.js';
import { Machine } from '../../src/machine/machine.js';
import type { InputSource } from '../../src/machine/memory/memory.js';
import type { Page } from '../../src/machine/memory/page.js';
import { PointerChoice, Symbolic, SymbolicPointer, type Value } from '../../src/machine/memory/value.js';
import type { Outcome } from '../../src/machine/outcome.js';
import type { Frame, State } from '../../src/machine/state.js';
import { STEP } from '../../src/machine/transition.js';
import type { Program } from '../../src/model/program.js';
import { Op, operandCount } from '../../src/solve/operation.js';
import type { Term, Terms } from '../../src/solve/term.js';

export interface LockstepOptions {
  /** Visible steps after which it is enough. */
  readonly maxSteps?: number;
  readonly heat?: number;
  readonly unwind?: number;
  /** Starts ISRs now and then. */
  readonly arrivals?: number;
  /** Gives a source of concrete values for arbitrary data; each machine gets its own. */
  readonly input?: () => InputSource;
  /** How often a run may ask whether to go on, before it is given up: some never end and never repeat. */
  readonly patience?: number;
  /** Decides what is undecided, and when states are copied. */
  readonly seed?: number;
  /** Steps between two comparisons of the whole state. */
  readonly every?: number;
}

export interface LockstepResult {
  readonly ending: Outcome['kind'];
  readonly visibleSteps: number;
  readonly steps: number;
  readonly compiledSteps: number;
  readonly undecided: number;
  readonly events: readonly string[];
}

/** Throws at the first difference. */
export function lockstep(program: Program, options: LockstepOptions = {}): LockstepResult {
  const { maxSteps = 2000, heat = 1, unwind = 20, arrivals = 0, seed = 1, every = 5, patience = 100 } = options;
  let asked = 0;
  const interrupt = () => ++asked > patience;
  const one = new Machine(program, { arrivals, unwind, execution: 'interpreted' });
  const two = new Machine(program, { arrivals, unwind, execution: 'compiled', heat });
  const texts = new Texts();
  const random = generator(seed);
  let [a, b] = [one.initial(options.input?.()), two.initial(options.input?.())];
  let undecided = 0;
  let iterations = 0;
  const events: string[] = [];
  const result = (ending: Outcome['kind']): LockstepResult => {
    const counted = { steps: one.interpretedSteps, compiledSteps: two.compiledSteps };
    return { ending, visibleSteps: a.steps, undecided, events, ...counted };
  };
  const both = (act: (machine: Machine, state: State) => Outcome): Outcome => {
    const [x, y] = [act(one, a), act(two, b)];
    if (x.kind === 'interrupted' || y.kind === 'interrupted') return { kind: 'interrupted' };
    same('outcome', texts.outcome(one.terms, x), texts.outcome(two.terms, y));
    if (x.kind === 'stepped') events.push(...x.events.map((e) => texts.event(one.terms, e)));
    const isStop = x.kind !== 'stepped' && x.kind !== 'visible' && x.kind !== 'iteration';
    if (isStop || a.steps % every === 0) same('state', texts.state(one.terms, a), texts.state(two.terms, b));
    // Loops without an end are found after different numbers of steps.
    if (x.kind !== 'blocked')
      same('steps', String(one.interpretedSteps), String(two.interpretedSteps + two.compiledSteps));
    return x;
  };
  for (;;) {
    let outcome = both((machine, state) => machine.run(state, { interrupt }));
    if (outcome.kind === 'visible') {
      if (random(4) === 0) [a, b] = copied(a, b, random(2) === 0);
      const starts = one.enabled(a).filter((t) => t.kind === 'start');
      same('enabled', JSON.stringify(one.enabled(a)), JSON.stringify(two.enabled(b)));
      if (starts.length > 0 && random(3) === 0) {
        const start = starts[random(starts.length)]!;
        one.take(a, start);
        two.take(b, start);
        continue;
      }
      outcome = both((machine, state) => machine.take(state, STEP));
    }
    if (outcome.kind === 'undecided') {
      undecided++;
      const answer = one.enabled(a)[random(2) === 0 ? 0 : 1]!;
      one.take(a, answer);
      two.take(b, answer);
      continue;
    }
    if (outcome.kind === 'iteration' && ++iterations <= maxSteps) continue;
    if (outcome.kind !== 'stepped' || a.steps >= maxSteps) return result(outcome.kind);
  }
}

/** Copies share pages: one of the two goes on, the other writes first now and then, which must not be seen. */
function copied(a: State, b: State, goOnWithCopy: boolean): [State, State] {
  const [x, y] = [a.clone(), b.clone()];
  return goOnWithCopy ? [x, y] : [a, b];
}

function same(what: string, interpreted: string, compiled: string): void {
  if (interpreted === compiled) return;
  const [x, y] = [interpreted.split('\n'), compiled.split('\n')];
  const at = x.findIndex((line, n) => line !== y[n]);
  throw new Error(`${what} differs:\ninterpreted ${x[at] ?? x.at(-1)}\ncompiled    ${y[at] ?? y.at(-1)}`);
}

function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
}

const commutative: ReadonlySet<number> = new Set([Op.and, Op.xor, Op.add, Op.mul, Op.eq]);

/** Text that is equal for equal things of two machines, whose terms have different numbers. */
class Texts {
  private readonly numbers = new Map<string, number>();
  private readonly known = new Map<Terms, Map<Term, number>>();

  private term(terms: Terms, term: Term): number {
    let known = this.known.get(terms);
    if (known === undefined) this.known.set(terms, (known = new Map()));
    const stack = [term];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const at = top;
      const count = operandCount[terms.op(at)]!;
      const operands = [terms.first(at), terms.second(at), terms.third(at)].slice(0, count);
      const open = operands.filter((o) => !known.has(o));
      if (open.length > 0) {
        stack.push(...open);
        continue;
      }
      stack.pop();
      if (known.has(at)) continue;
      const parts = operands.map((o) => known.get(o)!);
      if (commutative.has(terms.op(at))) parts.sort((x, y) => x - y);
      const own = this.leaf(terms, at);
      const text = `${terms.op(at)}:${terms.width(at)}(${parts.join()})${own}`;
      const number = this.numbers.get(text) ?? this.numbers.size;
      this.numbers.set(text, number);
      known.set(at, number);
    }
    return known.get(term)!;
  }

  private leaf(terms: Terms, term: Term): string {
    if (terms.isConstant(term)) return `${terms.wideValue(term)}`;
    if (terms.op(term) === Op.variable) return `#${terms.variableIndex(term)} ${terms.variableName(term)}`;
    return terms.op(term) === Op.extract ? `@${terms.lowBit(term)}` : '';
  }

  value(terms: Terms, value: Value): string {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
    if (value instanceof Symbolic) return `t${this.term(terms, value.term)}`;
    if (value instanceof SymbolicPointer) return `${value.object}+t${this.term(terms, value.offset)}`;
    if (value instanceof PointerChoice) throw new Error('no states are joined here');
    return `[${value.map((v) => this.value(terms, v)).join()}]`;
  }

  event(terms: Terms, e: Event): string {
    switch (e.kind) {
      case 'access':
        return `${e.context} ${e.operation} ${e.object}+${e.offset}:${e.size}=${this.value(terms, e.value)} ${e.function}`;
      case 'mask':
        return `${e.context} ${e.text}`;
      case 'call':
        return `${e.context} ${e.callee}(${e.arguments.map((v) => this.value(terms, v)).join()})`;
      default:
        return `${e.context} ${e.kind}`;
    }
  }

  outcome(terms: Terms, outcome: Outcome): string {
    switch (outcome.kind) {
      case 'stepped':
        return outcome.events.map((e) => this.event(terms, e)).join('; ');
      case 'undecided': {
        const { question } = outcome;
        return question.kind === 'condition' ? `undecided t${this.term(terms, question.condition)}` : 'undecided order';
      }
      case 'failed':
        return `failed ${outcome.failure.kind} ${outcome.failure.message}`;
      case 'unmodelled':
        return `unmodelled ${outcome.what}`;
      case 'ended':
        return `ended ${outcome.because}`;
      default:
        return outcome.kind;
    }
  }

  state(terms: Terms, state: State): string {
    const lines = [
      `${state.maskOpen} ${state.ceiling} ${state.flags} ${state.arrivals} ${state.pended} ${state.calls}`,
    ];
    for (const activation of state.activations) {
      lines.push(`context ${activation.context}`);
      const last = activation.frames.length - 1;
      lines.push(...activation.frames.map((frame, n) => this.frame(terms, frame, n === last)));
    }
    const { memory } = state;
    for (let object = 0; object < memory.staticCount; object++) lines.push(this.object(terms, state, object));
    for (const object of memory.dynamicObjects()) lines.push(this.object(terms, state, object));
    lines.push(`path ${state.path.map((t) => this.term(terms, t)).join()}`);
    return lines.join('\n');
  }

  private frame(terms: Terms, frame: Frame, isTop: boolean): string {
    const { fn } = frame.code;
    const live = livingIn(frame, isTop);
    const registers = live.map((r) => `%${r}=${this.value(terms, frame.registers[r]!)}`);
    const choices = frame.choices === undefined ? '' : ` choices ${[...frame.choices].join(' ')}`;
    const position = `${fn.name} ${frame.block}.${frame.index} from ${frame.previous} serial ${frame.serial}`;
    return `${position} locals ${frame.locals} ${frame.variadic} ${registers.join(' ')}${choices}`;
  }

  private object(terms: Terms, state: State, object: number): string {
    const info = state.memory.info(object)!;
    const pages = [...state.memory.entry(object)!.runs()].map(({ page }) => this.page(terms, page));
    return `object ${object} ${info.name} ${info.size} ${state.memory.isExposed(object)} ${pages.join(' | ')}`;
  }

  private page(terms: Terms, page: Page): string {
    const bytes = Buffer.from(page.bytes).toString('hex');
    const shadow =
      page.shadow === null || page.shadow.every((s) => s === 0) ? '' : Buffer.from(page.shadow).toString('hex');
    const cells = [...(page.cells ?? [])]
      .sort(([x], [y]) => x - y)
      .map(([at, c]) => `${at}:${c.size}=${this.value(terms, c.value)}`);
    return `${bytes} ${shadow} ${cells.join()}`;
  }
}
