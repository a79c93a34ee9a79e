// Questions over events and their order: failures, atomicity violations and races, as docs/findings.md defines them,
// for the ordering encodings.

import type { Pattern } from '../../../findings/finding.js';
import type { WriteEffect } from '../../../findings/history.js';
import type { Failure } from '../../../machine/outcome.js';
import { MAIN, type Program } from '../../../model/program.js';
import type { Model } from '../../../solve/query.js';
import { FALSE, type Term, type Terms, TRUE } from '../../../solve/term.js';
import type { Concretisation, FailedRun, Formula, ReachabilityQuestion, UncoveredQuestion } from '../formula.js';
import { counterexampleOfOrder } from './counterexample.js';
import { exclusions } from './exclusions.js';
import { linearise, type RequiredOrder } from './linearise.js';
import { type EventOrdering, end } from './order.js';
import type { OrderedAccess, Unrolled, UnrolledInstance } from './unrolled.js';

/** One way in which a question's answer is yes. */
interface Case {
  readonly condition: Term;
  /** The counterexample ends with this step. */
  readonly last: number;
  /** Orders that it consists of. */
  readonly required: (model: Model) => readonly RequiredOrder[];
  /** An instance that stands before its next step by then. */
  readonly standing?: UnrolledInstance;
}

export function orderFormula(
  program: Program,
  terms: Terms,
  unrolled: Unrolled,
  ordering: EventOrdering,
  options: {
    readonly effect: WriteEffect;
    readonly watches: boolean;
    /** Called now and then; may throw. */
    readonly checkLimits?: () => void;
  },
): Formula {
  const cases = new Cases(terms, unrolled, ordering, options.effect, options.checkLimits ?? (() => {}));
  cases.failures();
  if (options.watches) {
    cases.patterns();
    cases.races();
    cases.tornAccesses();
  }
  const concretise =
    (list: readonly Case[]) =>
    (model: Model): Concretisation => {
      const found = list.find((c) => model.isTrue(c.condition))!;
      const linearised = linearise(unrolled.graph, ordering, model, found.required(model));
      if (linearised.kind === 'impossible') return { kind: 'spurious', core: linearised.core };
      const { last, standing } = found;
      const counterexample = counterexampleOfOrder(program, terms, model, unrolled, linearised.steps, last, standing);
      return { kind: 'execution', counterexample };
    };
  const assertions = [...unrolled.assertions, ...ordering.assertions];
  const failedBy = (key: string): { readonly failed?: FailedRun } => {
    for (const { what } of unrolled.aborts)
      if (what.kind === 'failure' && key === failureKey(what)) return { failed: what };
    return {};
  };
  const questions = [...cases.found].map(
    ([key, list]): ReachabilityQuestion => ({
      key,
      property: key.startsWith('atomicity')
        ? 'atomicity'
        : key.startsWith('race') || key.startsWith('torn')
          ? 'race'
          : key.startsWith('failure assertion')
            ? 'assertion'
            : 'undefined-behaviour',
      happens: terms.any(list.map((c) => c.condition)),
      ...failedBy(key),
      concretise: concretise(list),
    }),
  );
  const uncovered = unrolled.aborts.flatMap(({ what, guard, step }): UncoveredQuestion[] => {
    if (what.kind !== 'uncovered') return [];
    const happens = terms.and(guard, ordering.isWithin(step));
    const reached: Case = { condition: happens, last: step, required: () => [] };
    return [{ why: what.why, happens, concretise: concretise([reached]) }];
  });
  const undefinedBehaviour = questions.filter((q) => q.property === 'undefined-behaviour').map((q) => q.happens);
  return {
    returns: (context) => (context === MAIN ? terms.not(terms.any(undefinedBehaviour)) : TRUE),
    needed: () => [...assertions.splice(0), ...ordering.closing()],
    questions,
    uncovered,
    lemmas: exclusions(terms, unrolled, ordering),
    started: unrolled.started,
    someStart: terms.any(unrolled.instances.slice(1).map((i) => i.runs)),
    counts: { events: ordering.counts.events, steps: ordering.counts.steps, instances: unrolled.instances.length - 1 },
    isExact: ordering.isExact,
  };
}

function failureKey({ failure, site }: { readonly failure: Failure; readonly site: number }): string {
  return `failure ${failure.kind} ${site}`;
}

class Cases {
  readonly found = new Map<string, Case[]>();
  private readonly reached = new Map<number, Term>();

  constructor(
    private readonly terms: Terms,
    private readonly unrolled: Unrolled,
    private readonly ordering: EventOrdering,
    private readonly effect: WriteEffect,
    private readonly checkLimits: () => void,
  ) {}

  private add(key: string, found: Case): void {
    const condition = this.terms.and(found.condition, this.ordering.isWithin(found.last));
    if (condition === FALSE) return;
    const list = this.found.get(key);
    if (list === undefined) this.found.set(key, [{ ...found, condition }]);
    else list.push({ ...found, condition });
  }

  /** What is seen with the step `last`, if the execution has not ended before. */
  private addSeen(key: string, { condition, last, required, ...more }: Case): void {
    const { finalSteps } = this.unrolled;
    this.add(key, {
      ...more,
      condition: this.terms.and(condition, this.isReached(last)),
      last,
      required: (model) => [
        ...required(model),
        // The step that ends the execution may be the one in which it is seen.
        ...finalSteps.flatMap((s) =>
          s.step !== last && model.isTrue(s.guard) ? [{ first: last, second: s.step }] : [],
        ),
      ],
    });
  }

  private isReached(step: number): Term {
    let reached = this.reached.get(step);
    if (reached === undefined) {
      const { terms, ordering } = this;
      reached = terms.all(
        this.unrolled.finalSteps.map((s) => terms.not(terms.and(s.guard, ordering.before(s.step, step)))),
      );
      this.reached.set(step, reached);
    }
    return reached;
  }

  failures(): void {
    for (const { what, guard, step } of this.unrolled.aborts)
      if (what.kind === 'failure') this.add(failureKey(what), { condition: guard, last: step, required: () => [] });
    for (const { failure, site, guard, step } of this.unrolled.misuses)
      this.addSeen(failureKey({ failure, site }), { condition: guard, last: step, required: () => [] });
  }

  /** (o1, o2, o3) with o1, o3 consecutive in one unit of an instance, and o2 of one that runs in between. */
  patterns(): void {
    const { terms } = this;
    for (const instance of this.unrolled.instances) {
      const above = this.above(instance);
      for (const [k, o3] of instance.accesses.entries())
        for (let i = k - 1; i >= 0; i--) {
          this.checkLimits();
          const o1 = instance.accesses[i]!;
          const [from, to] = common(o1, o3);
          if (o1.unit !== o3.unit || from >= to || o1.step === o3.step) continue;
          const between = instance.accesses.slice(i + 1, k).filter((m) => m.unit === o1.unit);
          for (const byte of distinctBytes(from, to, o3, between)) {
            const consecutive = terms.all([
              o1.guard,
              o3.guard,
              ...between.filter((m) => covers(m, o3.object, byte.start)).map((m) => terms.not(m.guard)),
            ]);
            if (consecutive === FALSE) continue;
            for (const o2 of above) this.pattern(o1, o2, o3, byte, consecutive);
          }
        }
    }
  }

  private pattern(
    o1: OrderedAccess,
    o2: OrderedAccess,
    o3: OrderedAccess,
    bytes: { readonly start: number; readonly size: number },
    consecutive: Term,
  ): void {
    const pattern = `${o1.operation}${o2.operation}${o3.operation}` as Pattern;
    if (!['RWR', 'WWR', 'RWW', 'WRW'].includes(pattern) || o2.object !== o3.object) return;
    const start = Math.max(bytes.start, o2.offset);
    const end = Math.min(bytes.start + bytes.size, o2.offset + o2.size);
    if (start >= end) return;
    const { terms, ordering } = this;
    const inBetween = terms.all([ordering.before(o1.step, o2.step), ordering.before(o2.step, o3.step)]);
    const condition = terms.all([consecutive, o2.guard, inBetween, this.matters(o1, o2, o3, start)]);
    const required = [
      { first: o1.step, second: o2.step },
      { first: o2.step, second: o3.step },
    ];
    const key = `atomicity ${pattern} ${o1.site} ${o2.site} ${o3.site} ${o3.variable(o3.offset, o3.size)}`;
    this.addSeen(key, { condition, last: o3.step, required: () => required });
  }

  /** docs/findings.md, `reaching`: o2's write is the last before o3; in (W,R,W) o2 reads what o1 wrote. On one byte. */
  private matters(o1: OrderedAccess, o2: OrderedAccess, o3: OrderedAccess, byte: number): Term {
    if (this.effect === 'any') return TRUE;
    const [from, to] = o2.operation === 'W' ? [o2, o3] : [o1, o2];
    const { terms } = this;
    const others = this.unrolled.instances
      .flatMap((i) => i.accesses)
      .filter((w) => w.operation === 'W' && w !== from && w !== to && covers(w, o3.object, byte));
    return terms.all(others.map((w) => terms.not(terms.all([w.guard, this.isBefore(from, w), this.isBefore(w, to)]))));
  }

  /** All of an atomic section is one step: there, as its instance makes them. */
  private isBefore(a: OrderedAccess, b: OrderedAccess): Term {
    if (a.step !== b.step) return this.ordering.before(a.step, b.step);
    const { accesses } = this.instanceOf(a);
    return accesses.indexOf(a) < accesses.indexOf(b) ? TRUE : FALSE;
  }

  /** A context is about to make an access while one that preempted it, or another thread, makes another. */
  races(): void {
    const { terms, ordering } = this;
    for (const instance of this.unrolled.instances)
      for (const mine of instance.accesses) {
        this.checkLimits();
        if (mine.isInSection) continue;
        for (const other of this.above(instance)) {
          const [from, to] = common(mine, other);
          if (from >= to || (mine.coming.operation === 'R' && other.operation === 'R')) continue;
          const previous = this.stepsBefore(instance, mine.step);
          const condition = terms.all([
            mine.guard,
            other.guard,
            ordering.before(other.step, mine.step),
            ...previous.map((p) => terms.implies(p.guard, ordering.before(p.id, other.step))),
          ]);
          const required = (model: Model): readonly RequiredOrder[] => {
            const last = previous.find((p) => model.isTrue(p.guard));
            return [
              { first: other.step, second: mine.step },
              ...(last === undefined ? [] : [{ first: last.id, second: other.step }]),
            ];
          };
          // Of two threads, either may be the one that is about to: that is one race.
          const pair = [mine.coming.site, other.site];
          if (this.instanceOf(other).level === 0) pair.sort((a, b) => a - b);
          const key = `race ${pair.join(' ')} ${mine.variable(from, to - from)}`;
          this.addSeen(key, { condition, last: other.step, required, standing: instance });
        }
      }
  }

  /**
   * An access that is made in pieces, with conflicting ones in between to pieces that are done and to pieces that are
   * to come.
   */
  tornAccesses(): void {
    const { terms, ordering } = this;
    for (const instance of this.unrolled.instances) {
      for (const whole of new Set(instance.accesses.flatMap((a) => a.whole ?? []))) {
        this.checkLimits();
        const pieces = instance.accesses.filter((a) => a.whole === whole);
        const [first, last] = [pieces[0]!, pieces[pieces.length - 1]!];
        const others = this.above(instance).filter(
          (o) =>
            o.object === first.object &&
            o.offset < whole.offset + whole.size &&
            whole.offset < o.offset + o.size &&
            (first.operation === 'W' || o.operation === 'W'),
        );
        const overlapped = (o: OrderedAccess) => pieces.filter((p) => common(p, o)[0] < common(p, o)[1]);
        // Whoever preempts the access ends before it goes on; another thread need not.
        const within = (o: OrderedAccess): Term =>
          terms.all([o.guard, ordering.before(first.step, o.step), ordering.before(this.endOf(o), last.step)]);
        const meets = (o: OrderedAccess, isDone: boolean): Term =>
          terms.any(
            overlapped(o).map((p) => (isDone ? ordering.before(p.step, o.step) : ordering.before(o.step, p.step))),
          );
        for (const second of others) {
          const isSoFar = (o: OrderedAccess): Term =>
            terms.and(within(o), o === second ? TRUE : ordering.before(o.step, second.step));
          const soFar = (isDone: boolean): Term =>
            terms.any(others.map((o) => terms.and(isSoFar(o), meets(o, isDone))));
          const condition = terms.all([last.guard, within(second), soFar(true), soFar(false)]);
          const from = Math.max(whole.offset, second.offset);
          const to = Math.min(whole.offset + whole.size, second.offset + second.size);
          const key = `torn-access ${first.site} ${second.site} ${first.variable(from, to - from)}`;
          const required = (model: Model): readonly RequiredOrder[] =>
            others
              .filter((o) => model.isTrue(isSoFar(o)))
              .flatMap((o) => [
                { first: first.step, second: o.step },
                { first: this.endOf(o), second: last.step },
                ...(o.step === second.step ? [] : [{ first: o.step, second: second.step }]),
                ...overlapped(o).map((p) => inOrderOf(model, ordering, o.step, p.step)),
              ]);
          this.addSeen(key, { condition, last: second.step, required });
        }
      }
    }
  }

  /** The end of the access's instance; of threads, the access. */
  private endOf(access: OrderedAccess): number {
    const instance = this.instanceOf(access);
    return instance.level === 0 ? access.step : end(instance);
  }

  private instanceOf({ step }: OrderedAccess): UnrolledInstance {
    return this.unrolled.instances[this.unrolled.graph.steps[step]!.instance]!;
  }

  /** Steps that may come right before one, the nearest first, up to one that always does. */
  private stepsBefore(instance: UnrolledInstance, step: number) {
    const { steps } = this.unrolled.graph;
    const found: { readonly id: number; readonly guard: Term }[] = [];
    for (let at = instance.steps.indexOf(step) - 1; at >= 0; at--) {
      const previous = steps[instance.steps[at]!]!;
      found.push(previous);
      if (previous.guard === TRUE || previous.guard === instance.runs) break;
    }
    return found;
  }

  /** Accesses of those that may run between two of its steps. */
  private above(instance: UnrolledInstance): readonly OrderedAccess[] {
    const mayRun = (i: UnrolledInstance): boolean =>
      i.level > instance.level || (i.level === 0 && instance.level === 0);
    return this.unrolled.instances.filter((i) => i !== instance && mayRun(i)).flatMap((i) => i.accesses);
  }
}

function inOrderOf(model: Model, ordering: EventOrdering, a: number, b: number): RequiredOrder {
  return model.isTrue(ordering.before(a, b)) ? { first: a, second: b } : { first: b, second: a };
}

function common(a: OrderedAccess, b: OrderedAccess): readonly [number, number] {
  if (a.object !== b.object) return [0, 0];
  return [Math.max(a.offset, b.offset), Math.min(a.offset + a.size, b.offset + b.size)];
}

function covers(access: OrderedAccess, object: number, byte: number): boolean {
  return access.object === object && access.offset <= byte && byte < access.offset + access.size;
}

/** Runs of bytes that the accesses in between treat alike. */
function distinctBytes(
  from: number,
  to: number,
  { object }: OrderedAccess,
  between: readonly OrderedAccess[],
): readonly { readonly start: number; readonly size: number }[] {
  const cuts = new Set([from, to]);
  for (const m of between)
    if (m.object === object) for (const at of [m.offset, m.offset + m.size]) if (at > from && at < to) cuts.add(at);
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((start, n) => ({ start, size: sorted[n + 1]! - start }));
}
