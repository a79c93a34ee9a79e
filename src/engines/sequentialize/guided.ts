// Back to the original program: an execution of the translation, as the marks that it left, guides one of the original.
// Interrupts start and threads go on where the marks say so; nothing is believed of it: what the original then does is
// watched like any other execution, and replayed.

import { drive, type Ending, type Observer, type Scheduler } from '../../execution/drive.js';
import type { Schedule } from '../../execution/schedule.js';
import { ScheduleReader } from '../../execution/schedule-reader.js';
import type { InstructionId } from '../../ir/instruction.js';
import { Machine } from '../../machine/machine.js';
import type { State } from '../../machine/state.js';
import { ORDERS, STEP, type Transition } from '../../machine/transition.js';
import type { Program } from '../../model/program.js';
import type { ToldStep } from './backend.js';
import type { TraceMark, TraceTable } from './trace-table.js';

/** What an execution of a translation says about the original. */
export interface Projection {
  readonly marks: readonly TraceMark[];
  /** What the program itself read that is arbitrary. */
  readonly inputs: readonly bigint[];
}

/** What another checker tells of an execution of a translation. */
export function projectionOf(steps: readonly ToldStep[], trace: TraceTable): Projection {
  const marks: TraceMark[] = [];
  const inputs: bigint[] = [];
  let isChoice = false;
  for (const step of steps) {
    if (step.kind === 'input') {
      if (!isChoice) inputs.push(step.value);
      isChoice = false;
      continue;
    }
    const mark = trace.mark(step.code);
    if (mark?.kind === 'choice') isChoice = true;
    else if (mark !== undefined) marks.push(mark);
  }
  return { marks, inputs };
}

/** Runs a translation again, by the schedule of something found in it. */
export function project(translation: Program, schedule: Schedule, trace: TraceTable): Projection {
  const machine = new Machine(translation, { arrivals: Number.POSITIVE_INFINITY, unwind: Number.POSITIVE_INFINITY });
  const marks: TraceMark[] = [];
  const inputs: bigint[] = [];
  let [given, isChoice] = [0, false];
  const state = machine.initial(() => {
    const value = schedule.inputs[given++] ?? 0n;
    if (!isChoice) inputs.push(value);
    isChoice = false;
    return value;
  });
  const written = translation.objects.find((o) => o.name === 'preempt_trace');
  const observer: Observer = {
    took(_state, _transition, events) {
      for (const event of events) {
        if (event.kind !== 'access' || event.operation !== 'W' || !isTrace(machine, event.object, written?.symbol))
          continue;
        const mark = trace.mark(Number(event.value));
        if (mark === undefined) continue;
        if (mark.kind === 'choice') isChoice = true;
        else marks.push(mark);
      }
    },
  };
  drive(machine, state, new ScheduleReader(machine, schedule.choices, { limit: 100_000 }), [observer]);
  return { marks, inputs };
}

function isTrace(machine: Machine, object: number, symbol: string | undefined): boolean {
  return symbol !== undefined && machine.image.symbols.get(symbol) === object;
}

/** Follows the marks; `steps` are the instructions that marks are made for. */
export class GuidedScheduler implements Scheduler {
  private next = 0;

  constructor(
    private readonly marks: readonly TraceMark[],
    private readonly steps: ReadonlySet<InstructionId>,
    /** Transitions until it gives up. */
    private left = 200_000,
  ) {}

  choose(
    state: State,
    point: Parameters<Scheduler['choose']>[1],
    enabled: () => readonly Transition[],
  ): Transition | undefined {
    if (this.left-- === 0) return undefined;
    if (point.kind === 'undecided') return this.order();
    if (state.isStepBegun) return STEP;
    const instruction = point.kind === 'visible' ? state.top().instruction.id : undefined;
    // A step that the translation does not tell of: it may have to be made before what comes next.
    const isSilent = instruction !== undefined && !this.steps.has(instruction) && enabled().includes(STEP);
    for (;;) {
      const mark = this.marks[this.next];
      if (mark === undefined) return this.beyond(point.kind === 'visible', enabled());
      switch (mark.kind) {
        case 'enter': {
          const start = enabled().find((t) => t.kind === 'start' && t.isr === mark.isr);
          // It starts as soon as the machine lets it.
          if (start === undefined && isSilent) return STEP;
          this.next++;
          if (start !== undefined) return start;
          continue;
        }
        case 'thread': {
          const turn =
            mark.thread === state.current
              ? undefined
              : enabled().find((t) => t.kind === 'switch' && t.thread === mark.thread);
          if (turn === undefined && mark.thread !== state.current && isSilent) return STEP;
          this.next++;
          if (turn !== undefined) return turn;
          continue;
        }
        case 'pieces':
          this.isDescending = mark.descending;
          this.next++;
          continue;
        case 'leave':
        case 'choice':
          this.next++;
          continue;
        case 'pending':
          // Its thread stands before this step, and makes no other: who comes next is told by the next mark.
          this.next++;
          continue;
        case 'step':
          if (point.kind !== 'visible') return this.beyond(false, enabled());
          if (isSilent || instruction === undefined) return STEP;
          this.next++;
          // Others cannot see it: it was made on the way.
          if (mark.instruction !== instruction) continue;
          return STEP;
      }
    }
  }

  /** Nothing is left to follow: the step that fails is made, or the last one was. */
  private beyond(canStep: boolean, enabled: readonly Transition[]): Transition | undefined {
    if (canStep) return this.overtime-- > 0 ? STEP : undefined;
    return this.overtime-- > 0 ? enabled.find((t) => t.kind === 'switch') : undefined;
  }

  private overtime = 64;
  /** The access in pieces that was told of last. */
  private isDescending = false;

  private order(): Transition {
    for (let n = this.next; n < this.marks.length; n++) {
      const mark = this.marks[n]!;
      if (mark.kind === 'step' || mark.kind === 'enter') break;
      if (mark.kind === 'pieces') this.isDescending = mark.descending;
    }
    return ORDERS[this.isDescending ? 1 : 0]!;
  }
}

/** The original, guided; `observers` see it. */
export function follow(
  machine: Machine,
  { marks, inputs }: Projection,
  steps: ReadonlySet<InstructionId>,
  observers: (state: State) => readonly Observer[],
  given: bigint[],
): { readonly state: State; readonly ending: Ending } {
  let read = 0;
  const state = machine.initial(() => {
    const value = inputs[read++] ?? 0n;
    given.push(value);
    return value;
  });
  const ending = drive(machine, state, new GuidedScheduler(marks, steps), observers(state));
  return { state, ending };
}
