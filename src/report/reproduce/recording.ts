// What a reproducer has to do again: where in the code each ISR of the schedule starts and how often that place is
// passed before, which accesses are the finding's own, and what everything arbitrary gave. Taken from a replay of the
// finding. Places are counted by instruction and address, so that compiled C needs no notion of visible steps.

import { InternalError } from '../../base/internal-error.js';
import type { CheckLimits } from '../../base/limits.js';
import { Describer, type Extent } from '../../execution/describe.js';
import type { NarratedEvent } from '../../execution/narrated-event.js';
import { replay } from '../../execution/replay.js';
import { parseSchedule, type Schedule } from '../../execution/schedule.js';
import type { Finding } from '../../findings/finding.js';
import { marksOf } from '../../findings/marks.js';
import type { CallInstruction, Instruction } from '../../ir/instruction.js';
import { isAccess, isCall } from '../../ir/instruction-class.js';
import type { Type } from '../../ir/type.js';
import type { Machine } from '../../machine/machine.js';
import { objectOf, offsetOf, type Value } from '../../machine/memory/value.js';
import type { Frame, State } from '../../machine/state.js';
import { isVisibleAccess } from '../../machine/stepping/access.js';
import { isVisibleCall } from '../../machine/stepping/calls.js';
import { isVisibleEffect } from '../../machine/stepping/effects.js';
import { effectsOfCall } from '../../model/known-calls.js';
import type { Program } from '../../model/program.js';
import {
  type AccessEvent,
  accessSize,
  addressOf,
  bitsOf,
  eventBits,
  isDone,
  nextAddress,
  staticAddress,
} from './occurrence.js';
import { type Arrival, type Mark, NotReproducible, type Recording, type WatchedVariable } from './recorded.js';
import { latchOf } from './recorded-latch.js';

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
    const { events, ending, machine } = replay(this.program, this.schedule, {
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
    const marks = this.marks(machine, events);
    return {
      machine,
      arrivals: this.arrivals,
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
    switch (event.kind) {
      case 'start':
        this.arrival(machine, state, events, narrated);
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
    const frame = interrupted?.frames.at(-1);
    if (interrupted === undefined || frame === undefined) {
      const main = this.program.contexts[0]!;
      this.arrivals.push({
        isr,
        where: 'after-main',
        at: undefined,
        pieces: undefined,
        base: undefined,
        interrupted: main,
        position: this.seen,
      });
      return;
    }
    const context = this.program.contexts[interrupted.context]!;
    const i = frame.code.blocks[frame.block]![frame.index]!;
    const isIdle = frame.pending === undefined && !this.isStep(machine, state, frame, i);
    const { base, next: address } = isIdle ? {} : nextAddress(machine, frame, i);
    const done = events
      .slice(0, this.seen)
      .filter((m, n) => m.context === context && isDone(machine, m, i, address, events[n - 1]));
    this.arrivals.push({
      isr,
      where: isIdle ? 'idle' : 'before',
      at: { function: frame.code.fn.name, instruction: i, address, context, count: 1 + done.length },
      base,
      pieces: frame.pending === undefined || frame.pending.order.length === 0 ? undefined : frame.pending.order,
      interrupted: context,
      position: this.seen,
    });
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

  private marks(machine: Machine, events: readonly NarratedEvent[]): readonly Mark[] {
    const { finding } = this;
    const marks: Mark[] = [];
    for (const [n, number] of marksOf(finding, events)) {
      const narrated = events[n]!;
      const { event } = narrated;
      if (event.kind !== 'access' || finding.accesses[number - 1]!.value === undefined) continue;
      const address = addressOf(machine, event);
      const isSame = (m: NarratedEvent): boolean =>
        m.context === narrated.context &&
        m.event.kind === 'access' &&
        m.event.instruction === event.instruction &&
        m.event.operation === event.operation &&
        addressOf(machine, m.event) === address;
      const bits = eventBits(machine, event);
      marks.push({
        number,
        position: n,
        at: {
          function: event.function,
          instruction: this.program.module.instructions[event.instruction]!,
          address,
          context: narrated.context,
          count: events.slice(0, n + 1).filter(isSame).length,
        },
        operation: event.operation,
        what: narrated.what,
        expected: bits === undefined ? undefined : { bits, text: narrated.value ?? '' },
        isPiece: event.size < accessSize(machine, this.program.module.instructions[event.instruction]!),
        isBlock: false,
      });
    }
    finding.accesses.forEach((access, n) => {
      if (access.value === undefined && finding.kind !== 'assertion' && finding.kind !== 'atomicity')
        marks.push(this.suspended(machine, events, n));
    });
    return marks.sort((a, b) => a.number - b.number);
  }

  /** The access that the ISR hit before it was made, or half-way. */
  private suspended(machine: Machine, events: readonly NarratedEvent[], n: number): Mark {
    const { finding } = this;
    const access = finding.accesses[n]!;
    const arrival = this.arrivals.findLast(
      (a) => a.at?.instruction.id === access.instruction && a.interrupted.id === access.context,
    );
    if (arrival?.at === undefined) throw new NotReproducible('no ISR comes where the other access is suspended');
    const { instruction: i, function: name } = arrival.at;
    const { base } = arrival;
    const atBase = events.filter(
      ({ event: e }) =>
        e.kind === 'access' &&
        e.context === access.context &&
        e.instruction === i.id &&
        e.operation === access.operation &&
        addressOf(machine, e) === base,
    );
    const isFirstPieceDone = arrival.pieces?.[0] === 0;
    const isBlock = i.op === 'call';
    return {
      number: n + 1,
      position: undefined,
      at: {
        function: name,
        instruction: i,
        address: base,
        context: this.program.contexts[access.context]!,
        count: isBlock ? 1 : atBase.length + (isFirstPieceDone ? 0 : 1),
      },
      operation: access.operation,
      what: finding.example,
      expected: undefined,
      isPiece: false,
      isBlock,
    };
  }
}
