// What a reproducer has to do again: where in the code each ISR of the schedule starts and how often that place is
// passed before, which accesses are the finding's own, and what everything arbitrary gave. Taken from a replay of the
// finding. Places are counted by instruction and address, so that compiled C needs no notion of visible steps.

import { InternalError } from '../../base/internal-error.js';
import type { CheckLimits } from '../../base/limits.js';
import { Describer, type Extent } from '../../execution/describe.js';
import type { NarratedEvent } from '../../execution/narrated-event.js';
import { ownFrame } from '../../execution/own-frame.js';
import { replay } from '../../execution/replay.js';
import { parseSchedule, type Schedule } from '../../execution/schedule.js';
import { threadName } from '../../execution/thread-name.js';
import type { Finding } from '../../findings/finding.js';
import type { CallInstruction, Instruction } from '../../ir/instruction.js';
import { isAccess, isCall } from '../../ir/instruction-class.js';
import type { Type } from '../../ir/type.js';
import type { Machine } from '../../machine/machine.js';
import { objectOf, offsetOf, type Value } from '../../machine/memory/value.js';
import type { Frame, State, ThreadId } from '../../machine/state.js';
import { isVisibleAccess } from '../../machine/stepping/access.js';
import { isVisibleCall } from '../../machine/stepping/calls.js';
import { isVisibleEffect } from '../../machine/stepping/effects.js';
import { effectsOfCall } from '../../model/known-calls.js';
import type { Context, Program } from '../../model/program.js';
import { type AccessEvent, addressOf, bitsOf, isDone, nextAddress, staticAddress } from './occurrence.js';
import {
  type Arrival,
  type Handover,
  NotReproducible,
  type Occurrence,
  type Recording,
  type WatchedVariable,
  type Who,
} from './recorded.js';
import { latchOf } from './recorded-latch.js';
import { marksIn } from './recorded-marks.js';

/** Of one variable. */
const MAX_PARTS = 8;

/** Throws what `checkLimits` throws. */
export function record(program: Program, finding: Finding, checkLimits: CheckLimits): Recording {
  const parsed = parseSchedule(finding.schedule);
  if (parsed.kind === 'problem') throw new InternalError(`a finding's schedule is malformed: ${finding.schedule}`);
  return new Recorder(program, finding, parsed.schedule, checkLimits).record();
}

class Recorder {
  private readonly arrivals: Arrival[] = [];
  private readonly handovers: Handover[] = [];
  /** Who made each event. */
  private readonly makers: Who[] = [];
  private running = 0 as ThreadId;
  private readonly results = new Map<Instruction, bigint[]>();
  private readonly parameters: bigint[] = [];
  private readonly handlerArguments = new Map<string, bigint>();
  private readonly frozen: { address: number; value: bigint; bytes: number }[] = [];
  private readonly watched = new Map<string, WatchedVariable>();
  private readonly devices = new Map<number, { name: string; size: number }>();
  private readonly separate = new Set<Instruction>();
  private readonly pendingFrozen: { name: string; offset: number; value: bigint }[] = [];
  private describer: Describer | undefined;
  private seen = 0;
  private previous: NarratedEvent | undefined;

  constructor(
    private readonly program: Program,
    private readonly finding: Finding,
    private readonly schedule: Schedule,
    private readonly checkLimits: CheckLimits,
  ) {}

  record(): Recording {
    const { events, ending, machine, state } = replay(this.program, this.schedule, {
      watch: (machine, state, events) => {
        for (; this.seen < events.length; this.seen++) this.note(machine, state, events);
      },
      given: (state, what, value, offset) => this.given(state, what, value, offset),
      checkLimits: this.checkLimits,
    });
    if (ending.kind === 'refused' || ending.kind === 'unmodelled')
      throw new InternalError(`a finding's schedule does not replay: ${this.finding.schedule}`);
    this.placeFrozen(machine);
    const touched = this.watched.size;
    this.addWrittenDevices(machine);
    this.watchGlobals(machine);
    const { makers, arrivals, handovers } = this;
    const marks = marksIn(this.program, this.finding, { machine, events, makers, arrivals, handovers });
    return {
      machine,
      arrivals,
      threads: {
        names: state.threads.map((_, n) => threadName(this.program, state, n as ThreadId)),
        handovers,
        deadlock: this.finding.kind === 'deadlock' ? this.deadlock(machine, state, events) : undefined,
        misuse: this.finding.isMisuse === true ? this.misuse(events) : undefined,
      },
      marks,
      latch: this.finding.kind === 'atomicity' ? latchOf(machine, events, marks) : undefined,
      results: this.results,
      parameters: this.parameters,
      handlerArguments: this.handlerArguments,
      frozen: this.frozen,
      watched: [...this.watched.values()],
      touched,
      devices: this.devices,
      separate: this.separate,
      ending,
    };
  }

  /** Those that only other executions write: their values are compared, too. */
  private addWrittenDevices(machine: Machine): void {
    const describer = new Describer(machine);
    const { memory } = machine.image;
    for (const { instruction: i } of this.program.accesses) {
      if (i.op !== 'store' || i.address.kind === 'register') continue;
      const p = machine.image.constant(i.address);
      if (typeof p !== 'number') continue;
      const [object, offset] = [objectOf(p), offsetOf(p)];
      if (object !== 0 && memory.info(object)?.kind !== 'device') continue;
      const address = staticAddress(machine, object, offset);
      const size = machine.program.module.layout.storeSize(i.value.type);
      if (address !== undefined && !this.devices.has(address))
        this.devices.set(address, { name: describer.bytes(memory, object, offset, size), size });
    }
  }

  private note(machine: Machine, state: State, events: readonly NarratedEvent[]): void {
    const narrated = events[this.seen]!;
    const { event } = narrated;
    this.makers.push(whoOf(this.program, state, narrated.context, state.current));
    switch (event.kind) {
      case 'start':
        this.arrival(machine, state, events, narrated);
        break;
      case 'switch':
        this.handover(machine, state, events);
        break;
      case 'access':
        this.access(machine, state, narrated, event);
        break;
      case 'mask':
      case 'call': {
        const i = this.program.module.instructions[event.instruction] as CallInstruction;
        const frame = state.running?.frames.at(-1);
        if (i.result === undefined || frame === undefined || frame.code.fn.name !== event.function) break;
        this.result(machine, i, i.result.type, frame.registers[i.result.index]!);
        break;
      }
      case 'end':
      case 'thread-end':
      case 'wait':
      case 'misuse':
        break;
    }
    this.previous = narrated;
  }

  private access(machine: Machine, state: State, narrated: NarratedEvent, event: AccessEvent): void {
    const isDevice = event.object === 0 || state.memory.info(event.object)?.kind === 'device';
    const address = addressOf(machine, event);
    const i = this.program.module.instructions[event.instruction]!;
    if (isDevice && address !== undefined) {
      this.devices.set(address, { name: narrated.what, size: event.size });
      if (event.operation === 'R' && i.op === 'load') this.result(machine, i, i.result.type, event.value);
      return;
    }
    const before = this.previous?.event;
    if (i.op === 'call' && event.operation === 'W' && before?.kind === 'access' && before.instruction === i.id)
      if (before.operation === 'R' && this.previous!.step !== narrated.step) this.separate.add(i);
    if (address === undefined) return;
    this.describer ??= new Describer(machine);
    this.watch(address - event.offset, this.describer.extent(state.memory, event.object, event.offset));
  }

  private watch(base: number, { what, offset, ...extent }: Extent): void {
    if (!this.watched.has(what) && extent.size <= 8)
      this.watched.set(what, { name: what, address: base + offset, ...extent });
  }

  /** Variables that only one context uses show what came of the others; of large ones the beginning. */
  private watchGlobals(machine: Machine): void {
    const describer = new Describer(machine);
    const { memory, symbols } = machine.image;
    for (const [symbol, object] of symbols) {
      const info = memory.info(object)!;
      if (info.kind !== 'global' || info.constant || !this.program.module.globals.has(symbol)) continue;
      for (let at = 0, n = 0; at < info.size && n < MAX_PARTS; n++) {
        const extent = describer.extent(memory, object, at);
        this.watch(memory.addressOf(object), extent);
        at = Math.max(at + 1, extent.offset + extent.size);
      }
    }
  }

  private result(machine: Machine, i: Instruction, type: Type, value: Value): void {
    const bits = bitsOf(machine, type, value);
    if (bits === undefined) throw new NotReproducible('a result that is no number decides it');
    this.push(i, bits);
  }

  private push(i: Instruction, bits: bigint): void {
    const list = this.results.get(i);
    if (list === undefined) this.results.set(i, [bits]);
    else list.push(bits);
  }

  private arrival(machine: Machine, state: State, events: readonly NarratedEvent[], narrated: NarratedEvent): void {
    const isr = narrated.context;
    // Steps are counted by context: two runs of one handler at once would count as one.
    if (state.activations.slice(0, -1).some((a) => a.context === isr.id))
      throw new NotReproducible(`${isr.name} is entered again while it runs`);
    const interrupted = state.activations.at(-2);
    const common = { isr, position: this.seen };
    if (interrupted === undefined || interrupted.frames.length === 0) {
      const ended = whoOf(this.program, state, this.program.contexts[state.thread.context]!, state.current);
      const none = { at: undefined, pieces: undefined, base: undefined };
      this.arrivals.push({ ...common, ...none, where: 'after-end', interrupted: ended });
      return;
    }
    const context = this.program.contexts[interrupted.context]!;
    const who = whoOf(this.program, state, context, state.current);
    const { isIdle, ...place } = this.standsAt(machine, state, interrupted.frames, who, events);
    this.arrivals.push({ ...common, ...place, where: isIdle ? 'idle' : 'before', interrupted: who });
  }

  private handover(machine: Machine, state: State, events: readonly NarratedEvent[]): void {
    const before = this.running;
    this.running = state.current;
    const { activations, context } = state.threads[before]!;
    const top = activations.at(-1);
    if (top !== undefined && this.program.contexts[top.context]!.kind === 'isr')
      throw new NotReproducible('a thread goes on while an ISR is active');
    const from = whoOf(this.program, state, this.program.contexts[context]!, before);
    const place = top && this.standsAt(machine, state, top.frames, from, events);
    if (place?.isIdle === true) throw new NotReproducible(`${from.name} goes round for ever while others go on`);
    const name = threadName(this.program, state, state.current);
    const { at, base, pieces } = place ?? { at: undefined, base: undefined, pieces: undefined };
    this.handovers.push({ to: state.current, name, from, at, base, pieces, position: this.seen });
  }

  /** Where somebody stands: the next instruction, and the how manieth time. */
  private standsAt(
    machine: Machine,
    state: State,
    frames: readonly Frame[],
    who: Who,
    events: readonly NarratedEvent[],
  ): Pick<Arrival, 'base' | 'pieces'> & { readonly at: Occurrence; readonly isIdle: boolean } {
    const frame = frames.at(-1)!;
    const i = frame.code.blocks[frame.block]![frame.index]!;
    const shownAt = frames[ownFrame(this.program.module, frames)]?.instruction;
    const isIdle = frame.pending === undefined && !this.isStep(machine, state, frame, i);
    const { base, next: address } = isIdle ? {} : nextAddress(machine, frame, i);
    const own = events.slice(0, this.seen).filter((_, n) => this.makers[n]!.number === who.number);
    const done = own.filter((m, n) => isDone(machine, m, i, address, own[n - 1]));
    return {
      at: { function: frame.code.fn.name, instruction: i, address, who, count: 1 + done.length, shownAt },
      base,
      pieces: frame.pending === undefined || frame.pending.order.length === 0 ? undefined : frame.pending.order,
      isIdle,
    };
  }

  /** Everybody who lives waits, or the ISR that runs does, and keeps all others from running. */
  private deadlock(machine: Machine, state: State, events: readonly NarratedEvent[]) {
    this.seen = events.length;
    const isrRuns = state.running !== undefined && this.program.contexts[state.running.context]!.kind === 'isr';
    const living = state.threads.flatMap((t, n) => (t.activations.length > 0 ? [n as ThreadId] : []));
    const waiting = isrRuns ? [state.current] : living;
    if (waiting.length === 0 || !waiting.every((n) => machine.threads.waits(state, n)))
      throw new NotReproducible('it goes round for ever, so that no end would show it');
    const frames = state.running?.frames;
    const context = this.program.contexts[state.running?.context ?? state.thread.context]!;
    const who = whoOf(this.program, state, context, state.current);
    return { who, at: frames && this.standsAt(machine, state, frames, who, events).at };
  }

  private misuse(events: readonly NarratedEvent[]) {
    const told = events.flatMap(({ event }) => (event.kind === 'misuse' ? [event.instruction] : []));
    const last = told.at(-1);
    if (last === undefined) throw new NotReproducible('the wrong use is not seen in the replayed execution');
    return {
      instruction: this.program.module.instructions[last]!,
      count: told.filter((instruction) => instruction === last).length,
    };
  }

  /** Is the next instruction one that others can see, or an end? If not, the context has nothing left to do. */
  private isStep(machine: Machine, state: State, frame: Frame, i: Instruction): boolean {
    if (isAccess(i)) return isVisibleAccess(machine, state, frame, i);
    if (isCall(i))
      return (
        isVisibleCall(machine, state, frame, i) ||
        (effectsOfCall(this.program, i) ?? []).some((e) => ['fail', 'assert', 'exit', 'assume'].includes(e.kind))
      );
    return i.op === 'ret';
  }

  private given(state: State | undefined, what: string, value: bigint, offset: number | undefined): void {
    if (offset !== undefined) {
      this.pendingFrozen.push({ name: what.replace(/^uninitialised /, ''), offset, value });
      return;
    }
    if (state === undefined) {
      this.parameters.push(value);
      return;
    }
    const argument = /^parameter (\d+) of (.*)$/s.exec(what);
    if (argument !== null) {
      const key = `${argument[1]} ${argument[2]}`;
      if ((this.handlerArguments.get(key) ?? value) !== value)
        throw new NotReproducible(`${argument[2]}() gets different arguments`);
      this.handlerArguments.set(key, value);
      return;
    }
    const frame = state.running?.frames.at(-1);
    const i = frame?.code.blocks[frame.block]?.[frame.index];
    if (i === undefined) throw new NotReproducible(`it depends on ${what}`);
    // Device reads and visible calls are noted when they happen.
    if (what.startsWith('device ')) return;
    if (i.op === 'call' && what.startsWith('result of ')) {
      const effects = effectsOfCall(this.program, i);
      if (effects === undefined || effects.some(isVisibleEffect)) return;
      this.push(i, value);
      return;
    }
    if (value !== 0n) throw new NotReproducible(`it depends on ${what}`);
  }

  /** Memory without an initial value holds what it was read to hold; natively it is zero where nothing else is said. */
  private placeFrozen(machine: Machine): void {
    for (const { name, offset, value } of this.pendingFrozen) {
      if (value === 0n) continue;
      const symbol = [...machine.image.symbols].find(([, object]) => machine.image.memory.info(object)?.name === name);
      if (symbol === undefined) throw new NotReproducible(`it depends on the arbitrary initial content of ${name}`);
      const address = machine.image.memory.addressOf(symbol[1]) + offset;
      this.frozen.push({ address, value, bytes: Math.max(1, Math.ceil(value.toString(16).length / 2)) });
    }
  }
}

function whoOf(program: Program, state: State, context: Context, thread: ThreadId): Who {
  if (context.kind === 'isr') return { number: context.id, name: context.name };
  const number = thread === 0 ? 0 : program.contexts.length + thread;
  return { number, name: threadName(program, state, thread), thread };
}
