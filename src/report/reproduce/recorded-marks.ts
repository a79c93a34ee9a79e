// The accesses of a finding, as its reproducer recognises them: the how manieth execution of which instruction at which
// address, by whom, and with which value.

import type { NarratedEvent } from '../../execution/narrated-event.js';
import type { Finding, FoundAccess } from '../../findings/finding.js';
import { marksOf } from '../../findings/marks.js';
import type { Machine } from '../../machine/machine.js';
import type { Program } from '../../model/program.js';
import { accessSize, addressOf, eventBits } from './occurrence.js';
import { type Arrival, type Handover, type Mark, NotReproducible, type Occurrence, type Who } from './recorded.js';

interface Recorded {
  readonly machine: Machine;
  readonly events: readonly NarratedEvent[];
  /** Who made each event. */
  readonly makers: readonly Who[];
  readonly arrivals: readonly Arrival[];
  readonly handovers: readonly Handover[];
}

/** In the order of their numbers; none of a deadlock, which shows in that nobody goes on. */
export function marksIn(program: Program, finding: Finding, recorded: Recorded): readonly Mark[] {
  const { machine, events, makers } = recorded;
  const marks: Mark[] = [];
  if (finding.kind === 'deadlock') return marks;
  for (const [n, number] of marksOf(finding, events)) {
    const narrated = events[n]!;
    const { event } = narrated;
    if (event.kind !== 'access' || finding.accesses[number - 1]!.value === undefined) continue;
    const address = addressOf(machine, event);
    const isSame = (m: NarratedEvent, at: number): boolean =>
      makers[at]!.number === makers[n]!.number &&
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
        instruction: program.module.instructions[event.instruction]!,
        address,
        who: makers[n]!,
        count: events.slice(0, n + 1).filter(isSame).length,
      },
      operation: event.operation,
      what: narrated.what,
      expected: bits === undefined ? undefined : { bits, text: narrated.value ?? '' },
      isPiece: event.size < accessSize(machine, program.module.instructions[event.instruction]!),
      isBlock: false,
    });
  }
  finding.accesses.forEach((access, n) => {
    if (access.value === undefined && finding.kind !== 'assertion' && finding.kind !== 'atomicity')
      marks.push(suspended(program, finding, recorded, n));
  });
  return marks.sort((a, b) => a.number - b.number);
}

/** The access that was hit before it was made, or half-way. */
function suspended(program: Program, finding: Finding, recorded: Recorded, n: number): Mark {
  const { machine, events, makers, arrivals, handovers } = recorded;
  const access = finding.accesses[n]!;
  const isIt = (at: Occurrence | undefined): at is Occurrence =>
    at?.instruction.id === access.instruction && isBy(program, at.who, access);
  const all = [...arrivals, ...handovers].sort((a, b) => a.position - b.position);
  const stood = all.findLast((a) => isIt(a.at));
  if (stood?.at === undefined) throw new NotReproducible('nobody comes where the other access is suspended');
  const { instruction: i, function: name, who } = stood.at;
  const { base } = stood;
  const atBase = events.filter(
    ({ event: e }, at) =>
      e.kind === 'access' &&
      makers[at]!.number === who.number &&
      e.instruction === i.id &&
      e.operation === access.operation &&
      addressOf(machine, e) === base,
  );
  const isFirstPieceDone = stood.pieces?.[0] === 0;
  const isBlock = i.op === 'call';
  return {
    number: n + 1,
    position: undefined,
    at: {
      function: name,
      instruction: i,
      address: base,
      who,
      count: isBlock ? 1 : atBase.length + (isFirstPieceDone ? 0 : 1),
    },
    operation: access.operation,
    what: finding.example,
    expected: undefined,
    isPiece: false,
    isBlock,
  };
}

function isBy({ contexts }: Program, { number, name }: Who, { context, thread }: FoundAccess): boolean {
  const found = contexts[context]!;
  if (found.kind !== 'thread') return number === context;
  return thread === undefined ? name === found.name || name.startsWith(`${found.name}#`) : name === thread;
}
