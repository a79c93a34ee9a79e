// A model as Promela, for Spin: `exact` counts readers and writers of a structure apart and has the states of our own
// search; `paper` is written as VMCAI 2017 does it, with `_v += 2` for a write and `_v++` for a read, and the
// semaphores task, sch, isr and schsus; it alarms on three concurrent reads as well. A process is inside of an access
// at most once: of several to one structure, the strongest counts. Preprocessed with -DLIST, races are printed
// (compile pan with -DPRINTF) instead of failing an assertion.

import { type Automaton, YIELD } from './automaton.js';
import type { LibraryModel, ReducedModel } from './reduced-model.js';
import { ModelStates } from './search.js';

export type PromelaForm = 'exact' | 'paper';

export function promelaOf(library: LibraryModel, model: ReducedModel, form: PromelaForm): string {
  return [...new Writer(library, model, form).lines()].join('\n');
}

class Writer {
  private readonly states: ModelStates;
  private readonly structures: readonly string[];
  private readonly isPaper: boolean;

  constructor(
    private readonly library: LibraryModel,
    private readonly model: ReducedModel,
    form: PromelaForm,
  ) {
    this.states = new ModelStates(library, model);
    this.isPaper = form === 'paper';
    this.structures = promelaStructures(library);
  }

  *lines(): Generator<string> {
    const { library } = this;
    yield `/* ${commented(this.model.name)}, ${this.isPaper ? 'as the paper writes it' : 'exact'}. Made by Preempt. */`;
    yield '#ifdef LIST';
    yield '#define RACE(s) printf("race %d\\n", s)';
    yield '#else';
    yield '#define RACE(s) assert(false)';
    yield '#endif';
    for (const [n, { name, initially }] of library.variables.entries())
      yield `short v${n} = ${initially}; /* ${commented(name)} */`;
    for (const [n, name] of this.structures.entries()) {
      yield this.isPaper ? `byte _s${n}; /* ${commented(name)} */` : `byte r${n}, w${n}; /* ${commented(name)} */`;
    }
    yield* this.isPaper ? this.paperControl() : this.exactControl();
    for (const [p, automaton] of this.states.processes.entries()) yield* this.process(p, automaton);
    yield 'init {';
    yield '  atomic {';
    if (this.isPaper) yield '    run scheduler();';
    else yield* this.chooseTask('    ');
    for (const p of this.states.processes.keys()) yield `    run p${p}();`;
    yield '  }';
    yield '}';
    yield '';
  }

  private get suspended(): string {
    return this.library.suspension === -1 ? 'false' : `(v${this.library.suspension} != 0)`;
  }

  private *exactControl(): Generator<string> {
    yield 'byte current; /* the task that runs, or was interrupted */';
    yield 'byte handler; /* the interrupt that runs, from 1; 0: none does */';
    if (!this.library.nesting) return;
    yield 'byte below[32]; /* the one that each has interrupted */';
    yield 'bool busy[32]; /* it has begun and not ended */';
  }

  private *paperControl(): Generator<string> {
    yield 'bool task = 0, sch = 1, isr = 0, schsus = 0;';
    yield '#define up(s) s = 1';
    yield '#define down(s) atomic { s == 1 -> s = 0 }';
    yield 'proctype scheduler() {';
    yield 'end: do';
    yield `  :: atomic { sch == 1 -> sch = 0; if :: !${this.suspended} -> up(task) :: ${this.suspended} -> up(schsus) fi }`;
    yield '  od';
    yield '}';
  }

  private *process(p: number, automaton: Automaton): Generator<string> {
    const { taskCount } = this.states;
    const names = [...new Set(automaton.origins.slice(1).map((o) => this.library.skeletons[o.skeleton]!.name))];
    yield `proctype p${p}() { /* ${commented(names.join(', '))} */`;
    const number = p - taskCount + 1;
    const runs = automaton.isTask ? `(handler == 0 && current == ${p})` : `(handler == ${number})`;
    for (let location = 0; location < automaton.locationCount; location++) {
      const label = location === 0 ? 'end0' : `L${location}`;
      const steps = this.steps(p, automaton, location);
      if (this.isPaper) {
        const wait = location !== 0 ? '' : automaton.isTask ? 'down(task); ' : 'down(isr); ';
        yield `${label}: ${wait}if`;
      } else yield `${label}: atomic { ${runs} -> if`;
      for (const step of steps) yield `  :: ${step}`;
      yield this.isPaper ? '  fi;' : '  fi }';
    }
    yield '}';
  }

  private *steps(p: number, automaton: Automaton, location: number): Generator<string> {
    const { firstEdge, targets, kinds, edges, isMasked } = automaton;
    const isr = p - this.states.taskCount + 1;
    for (let e = firstEdge[location]!; e < firstEdge[location + 1]!; e++) {
      const { kind, variable, value } = edges[e]!;
      const target = targets[e]!;
      const goes = `goto ${target === 0 ? 'end0' : `L${target}`}`;
      const first =
        kind === 'guard' ? `(v${variable} == ${value}) -> ` : kind === 'set' ? `v${variable} = ${value}; ` : '';
      const accesses = this.changes(automaton, location, target);
      const ends = target === 0 || (kinds[e] === YIELD && automaton.isTask);
      const control = !ends ? '' : this.isPaper ? this.paperEnd(target) : this.exactEnd(automaton, isr);
      const body = `${first}${accesses}${control}${goes}`;
      // A statement of its own first: Spin takes an `else` there for one of the choice around it.
      const whole = `${first === '' ? 'true -> ' : ''}${body}`;
      yield this.isPaper ? `atomic { ${whole} }` : whole;
    }
    if (isMasked[location] !== 0) return;
    if (!automaton.isTask && !this.library.nesting) return;
    yield* this.interruptions(p, automaton, location);
  }

  /** Where another may come in between. */
  private *interruptions(p: number, automaton: Automaton, location: number): Generator<string> {
    const goes = `goto ${location === 0 ? 'end0' : `L${location}`}`;
    const { taskCount, processes } = this.states;
    if (this.isPaper) {
      // Between two calls the process waits for its turn anyway, and gives it away like this.
      if (automaton.isTask && processes.length > taskCount) {
        const back = location === 0 ? goes : `down(task); ${goes}`;
        yield `!${this.suspended} -> up(isr); ${back}`;
        if (location !== 0) yield `${this.suspended} -> up(isr); down(schsus); ${goes}`;
      }
      return;
    }
    for (let i = taskCount; i < processes.length; i++) {
      if (i === p) continue;
      const number = i - taskCount + 1;
      const nested = `(!busy[${number}]) -> busy[${number}] = true; below[${number}] = handler; `;
      yield `${this.library.nesting ? nested : ''}handler = ${number}; ${goes}`;
    }
  }

  private exactEnd(automaton: Automaton, isr: number): string {
    const schedule = this.schedule();
    if (automaton.isTask) return schedule;
    if (!this.library.nesting) return `handler = 0; ${schedule}`;
    return `handler = below[${isr}]; busy[${isr}] = false; if :: handler == 0 -> ${schedule}skip :: else fi; `;
  }

  private schedule(): string {
    const choices = this.model.tasks.map((_, n) => `:: current = ${n}`).join(' ');
    const free = `if ${choices} fi`;
    return this.library.suspension === -1 ? `${free}; ` : `if :: ${this.suspended} -> skip :: else -> ${free} fi; `;
  }

  private *chooseTask(indent: string): Generator<string> {
    yield `${indent}if ${this.model.tasks.map((_, n) => `:: current = ${n}`).join(' ')} fi;`;
  }

  /** A yield goes on when it is the task's turn again. */
  private paperEnd(target: number): string {
    if (target === 0) return 'up(sch); ';
    return `up(sch); if :: !${this.suspended} -> down(task) :: ${this.suspended} -> down(schsus) fi; `;
  }

  /** Accesses that begin and end on the way, and the alarm. */
  private changes(automaton: Automaton, from: number, to: number): string {
    let text = '';
    for (const [n, structure] of this.structures.entries()) {
      const [before, after] = [this.level(automaton, from, structure), this.level(automaton, to, structure)];
      if (before === after) continue;
      if (this.isPaper) {
        if (before > 0) text += `_s${n} = _s${n} - ${before}; `;
        if (after > 0) text += `_s${n} = _s${n} + ${after}; if :: _s${n} > 2 -> RACE(${n}) :: else fi; `;
        continue;
      }
      if (before > 0) text += `${before === 2 ? 'w' : 'r'}${n}--; `;
      if (after > 0) text += `${after === 2 ? 'w' : 'r'}${n}++; `;
      if (after > 0) text += `if :: (w${n} > 1 || (w${n} > 0 && r${n} > 0)) -> RACE(${n}) :: else fi; `;
    }
    return text;
  }

  /** 0: none, 1: reads, 2: writes. */
  private level(automaton: Automaton, location: number, structure: string): 0 | 1 | 2 {
    const open = automaton.open[automaton.openSets[location]!]!.map(
      ({ skeleton, access }) => this.library.skeletons[skeleton]!.accesses[access]!,
    ).filter((access) => access.structure === structure);
    return open.length === 0 ? 0 : open.some((access) => access.isWrite) ? 2 : 1;
  }
}

/** The structures of a model by the numbers that its Promela prints. */
export function promelaStructures(library: LibraryModel): readonly string[] {
  const all = library.skeletons.flatMap((s) => s.accesses.map((access) => access.structure));
  return [...new Set(all)].filter((name) => !library.benign.includes(name)).sort();
}

function commented(text: string): string {
  return text.replaceAll('*/', '* /').replaceAll('/*', '/ *');
}
