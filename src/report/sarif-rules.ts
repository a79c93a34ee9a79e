// What a reader of SARIF sees about each kind of finding: one rule per kind, with help that needs no other page.

import type { ReportingDescriptor } from 'sarif';
import type { FindingKind } from '../findings/finding.js';

interface Rule {
  readonly name: string;
  readonly short: string;
  readonly full: string;
  /** Paragraphs of Markdown that reads well as plain text too. */
  readonly help: readonly string[];
  readonly level: 'error' | 'warning';
}

const reading =
  'The first flow of the finding is the execution as a whole: each step with the context that made it, its nesting level is the number of ' +
  'active interrupt handlers. Further flows show the same steps context by context, and thread by thread. The accesses of the finding are numbered. The property ' +
  '`replay` is the command that runs the same execution again, step by step.';

const masking =
  'To fix it, keep the interrupt out from the first of these accesses to the last: disable it, or all interrupts, before, and restore the earlier ' +
  'state after. Keep the window short. Where only one word is shared, an atomic operation of the compiler or the hardware does it without a mask.';

const rules: Readonly<Record<FindingKind, Rule>> = {
  atomicity: {
    name: 'AtomicityViolation',
    short: 'An interrupt comes between two accesses that belong together.',
    full:
      'Two accesses of one unit of work to the same memory are expected to be atomic, and an interrupt handler accesses that memory in between, ' +
      'so that the outcome may be one that no order without the interruption gives.',
    help: [
      'Two accesses of one unit of work, (1) and (3), use the same memory, and a context that preempted it accesses that memory in between, (2).',
      'RWR: two reads in a row see different values. WWR: a read does not see what was just written. RWW: a write in between is overwritten, as ' +
        'if it had not happened. WRW: an intermediate value is seen.',
      'An error is a finding with shown harm: the execution ends differently from those with the interruption before (1) and after (3). A ' +
        'note is one for which no such difference was seen.',
      masking,
      reading,
    ],
    level: 'warning',
  },
  race: {
    name: 'Race',
    short: 'Two contexts access the same memory at the same time, and one of them writes.',
    full:
      'A context is about to access memory when another one that preempted it accesses the same memory; one of the two writes, and neither a ' +
      'mask nor an atomic or volatile access that the machine does at once orders them.',
    help: [
      'A context is about to access memory, and another one that preempted it accesses the same memory. One of the two writes.',
      'The compiler may keep the value in a register, or reorder, repeat or leave out such accesses: it does not know that the handler runs.',
      'If the machine does each access at once and each stands on its own, declaring the variable `volatile` is enough.',
      'Between two threads, two accesses that nothing orders are a race, one of them being a write and not both atomic: give both the same ' +
        'lock, make them atomic, or let one thread wait for the other. Neither `volatile` nor a mask helps.',
      masking,
      reading,
    ],
    level: 'error',
  },
  'torn-access': {
    name: 'TornAccess',
    short: 'An interrupt comes in the middle of an access that the machine does in pieces.',
    full:
      'The access is wider than what the target reads or writes at once. An interrupt handler accesses the same memory when one half is done, so ' +
      'that a value is seen or left that nobody wrote.',
    help: [
      'The target does this access in pieces, and an interrupt handler accesses the same memory when some of them are done. One side sees, or ' +
        'leaves behind, half of the old value and half of the new one. `volatile` does not help.',
      masking,
      reading,
    ],
    level: 'error',
  },
  'missing-volatile': {
    name: 'MissingVolatile',
    short: 'A variable that an interrupt handler shares is neither volatile nor atomic.',
    full:
      'A context is about to access memory when another one that preempted it accesses the same memory, and one of the two writes. The machine does ' +
      'each access at once, but not both are volatile or atomic: the compiler may leave out, repeat or move them.',
    help: [
      'The machine does each of the two accesses at once, so no half values are seen. But the compiler does not know that the handler runs: it may keep ' +
        'the variable in a register, leave accesses out or move them.',
      'An error is a read that a loop waits for: the compiler may read once, before the loop, and never again. Others are notes.',
      'To fix it, declare the variable `volatile`, or use atomic accesses.',
      reading,
    ],
    level: 'error',
  },
  deadlock: {
    name: 'Deadlock',
    short: 'A context waits for ever.',
    full:
      'A loop could be left when what it reads changes, and nobody who would change it can run: the interrupt handler that writes it is masked, ' +
      'off or of too low a priority, or what the waiting handler has preempted would write it. Or no thread can go on: those that have not ' +
      'ended wait for each other, or for what nobody gives any more.',
    help: [
      'The loop is left when what it reads changes. It reads only memory, and no interrupt that could start meanwhile writes that memory, however ' +
        'often interrupts arrive; no device does, either.',
      'To fix it, wait with the interrupt enabled: open the mask, or wait outside of the critical section. In a handler, do not wait for what ' +
        'the interrupted code does: return, and go on at the next interrupt.',
      'Threads that wait for each other: the message says who waits for which lock and who holds it. To fix it, take the locks in the same order ' +
        'everywhere, or fewer of them at once; do not wait for the end of a thread while holding what it needs; look at the condition again ' +
        'under its lock before waiting for it.',
      reading,
    ],
    level: 'error',
  },
  assertion: {
    name: 'AssertionFailure',
    short: 'An assertion fails in an execution with interrupts or threads.',
    full:
      'There is an execution, with interrupts and turns of threads where the flow shows them, that makes the assertion fail, or that uses a library ' +
      'wrongly: it unlocks what it does not hold, waits in a handler, or ends a thread that holds a lock.',
    help: [
      'The flow is an execution that makes the assertion fail. Look for the last step that the assertion did not expect; most often it is an ' +
        'interrupt between two accesses that belong together, and the fix is a mask around them.',
      'Wrong use of a library, such as POSIX threads, is at the call that is wrong, with the name of the function.',
      reading,
    ],
    level: 'error',
  },
};

const kinds = Object.keys(rules) as readonly FindingKind[];

export function ruleIndex(kind: FindingKind): number {
  return kinds.indexOf(kind);
}

export function sarifRules(): ReportingDescriptor[] {
  return kinds.map((kind) => {
    const { name, short, full, help, level } = rules[kind];
    return {
      id: kind,
      name,
      shortDescription: { text: short },
      fullDescription: { text: full },
      help: { text: help.join('\n\n').replaceAll('`', ''), markdown: help.join('\n\n') },
      defaultConfiguration: { level },
      properties: {
        tags: ['concurrency', 'correctness', 'interrupts'],
        precision: 'very-high',
        'problem.severity': level,
      },
    };
  });
}
