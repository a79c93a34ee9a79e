// Trees → code. Operands are evaluated in the order of clang at -O0: what is assigned before what it is assigned to.

import type { Cell, CellObject, Code, Operand, Operation } from './code.js';
import type { CFunction, Expression, Named, SourceFile, Statement } from './tree.js';

/** The first registers of a function; behind them are its parameters and locals. */
export const TEMPORARIES = 4;

/** Functions that contexts begin with become code. */
export function unfold(file: SourceFile, entries: readonly string[]): Code {
  const objects: CellObject[] = [];
  const cells: number[] = [];
  for (const { name, size, values, isVolatile, isAtomic } of file.globals) {
    objects.push({ name: size === undefined ? name : `${name}[]`, first: cells.length, isVolatile, isAtomic });
    for (let n = 0; n < (size ?? 1); n++) cells.push(values[n] ?? 0);
  }
  const functions = new Map<string, readonly Operation[]>();
  const waiting = [...entries];
  let registers = 0;
  for (const name of waiting) {
    const unfolding = new Unfolding(file);
    const unfolded = unfolding.function(name);
    functions.set(name, unfolded);
    registers = Math.max(registers, unfolding.registers);
    for (const o of unfolded)
      if (o.op === 'call' && o.entry !== undefined && !waiting.includes(o.entry)) waiting.push(o.entry);
  }
  return { functions, registers, objects, cells };
}

type Label = { target: number };

interface Scope {
  readonly names: Map<string, { readonly at: number; readonly isArray: boolean }>;
  readonly outer?: Scope;
}

class Unfolding {
  private readonly operations: Operation[] = [];
  private readonly labels: { readonly at: number; readonly label: Label }[] = [];
  private readonly isFree = Array.from({ length: TEMPORARIES }, () => true);
  private locals = TEMPORARIES;
  private scope: Scope = { names: new Map() };
  private loops: { readonly leave: Label; readonly again: Label }[] = [];
  /** Where a return goes, and its value. */
  private back: { readonly label: Label; readonly result: number } | undefined;

  constructor(private readonly file: SourceFile) {}

  /** So many does the function need. */
  get registers(): number {
    return this.locals;
  }

  function(name: string): readonly Operation[] {
    const fn = this.file.functions.get(name);
    if (fn === undefined) throw new Error(`no function ${name}`);
    for (const parameter of fn.parameters) this.declare(parameter, 1, false);
    this.statement(fn.body);
    this.emit({ op: 'return', line: 0 });
    return this.operations.map((o, n) => {
      const label = this.labels.find((l) => l.at === n)?.label;
      return label !== undefined && (o.op === 'jump' || o.op === 'unless') ? { ...o, target: label.target } : o;
    });
  }

  private emit(operation: Operation): void {
    this.operations.push(operation);
  }

  private go(label: Label): void {
    this.labels.push({ at: this.operations.length, label });
    this.emit({ op: 'jump', target: -1 });
  }

  private goUnless(condition: Operand, label: Label): void {
    this.used(condition);
    this.labels.push({ at: this.operations.length, label });
    this.emit({ op: 'unless', condition, target: -1 });
  }

  private place(label: Label): void {
    label.target = this.operations.length;
  }

  private declare(name: string, size: number, isArray: boolean): number {
    const at = this.locals;
    this.locals += size;
    this.scope.names.set(name, { at, isArray });
    return at;
  }

  private lookUp(name: string): { readonly at: number; readonly isArray: boolean } | undefined {
    for (let scope: Scope | undefined = this.scope; scope !== undefined; scope = scope.outer) {
      const found = scope.names.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private temporary(): number {
    const at = this.isFree.indexOf(true);
    if (at < 0) throw new Error('an expression is too deep');
    this.isFree[at] = false;
    return at;
  }

  /** It may be taken for something else once the operation that uses it is made. */
  private used(...operands: readonly Operand[]): void {
    for (const o of operands) if (o.kind === 'temporary') this.isFree[o.at] = true;
  }

  private statement(s: Statement): void {
    switch (s.kind) {
      case 'block': {
        const { scope } = this;
        this.scope = { names: new Map(), outer: scope };
        for (const inner of s.body) this.statement(inner);
        this.scope = scope;
        return;
      }
      case 'expression':
        return this.drop(this.expression(s.value));
      case 'local': {
        const at = this.declare(s.name, s.size ?? 1, s.size !== undefined);
        if (s.value !== undefined) this.move(at, this.expression(s.value));
        return;
      }
      case 'if': {
        const [otherwise, end]: Label[] = [{ target: -1 }, { target: -1 }];
        this.goUnless(this.expression(s.condition), otherwise!);
        this.statement(s.then);
        if (s.otherwise !== undefined) this.go(end!);
        this.place(otherwise!);
        if (s.otherwise !== undefined) this.statement(s.otherwise);
        this.place(end!);
        return;
      }
      case 'loop': {
        const [begin, again, leave]: Label[] = [{ target: -1 }, { target: -1 }, { target: -1 }];
        this.place(begin!);
        if (s.condition !== undefined) this.goUnless(this.expression(s.condition), leave!);
        this.loops.push({ leave: leave!, again: again! });
        this.statement(s.body);
        this.loops.pop();
        this.place(again!);
        if (s.step !== undefined) this.drop(this.expression(s.step));
        this.go(begin!);
        this.place(leave!);
        return;
      }
      case 'leave': {
        const loop = this.loops.at(-1)!;
        return this.go(s.how === 'break' ? loop.leave : loop.again);
      }
      case 'return': {
        const value = s.value === undefined ? undefined : this.expression(s.value);
        if (this.back === undefined) {
          if (value !== undefined) this.drop(value);
          return this.emit({ op: 'return', line: 0 });
        }
        if (value !== undefined) this.move(this.back.result, value);
        return this.go(this.back.label);
      }
    }
  }

  private drop(value: Operand): void {
    if (value.kind === 'temporary') this.move(value.at, constant(0));
    this.used(value);
  }

  private move(to: number, from: Operand): void {
    this.used(from);
    this.emit({ op: 'compute', operator: '+', to, left: from, right: constant(0) });
  }

  private expression(e: Expression): Operand {
    switch (e.kind) {
      case 'number':
        return constant(e.value);
      case 'name':
        return this.read(e);
      case 'unary':
        if (e.operator === '&') throw new Error('addresses are for calls only');
        if (e.operator === '-') return this.compute('-', constant(0), this.expression(e.operand));
        if (e.operator === '~') return this.compute('^', constant(-1), this.expression(e.operand));
        return this.compute('==', constant(0), this.expression(e.operand));
      case 'binary': {
        if (e.operator === '&&' || e.operator === '||') return this.shortcut(e.operator, e.left, e.right);
        const left = this.kept(this.expression(e.left));
        return this.compute(e.operator, left, this.expression(e.right));
      }
      case 'assign':
        return this.assign(e.to, e.operator.slice(0, -1), this.expression(e.value), e.line, false);
      case 'step':
        return this.assign(e.to, '+', constant(e.by), e.line, true);
      case 'call':
        return this.call(e);
    }
  }

  /** A local that is an operand may be assigned before the operation is made. */
  private kept(value: Operand): Operand {
    if (value.kind !== 'local') return value;
    const to = this.temporary();
    this.move(to, value);
    return temporary(to);
  }

  private compute(operator: string, left: Operand, right: Operand): Operand {
    this.used(left, right);
    const to = this.temporary();
    this.emit({ op: 'compute', operator, to, left, right });
    return temporary(to);
  }

  private shortcut(operator: '&&' | '||', left: Expression, right: Expression): Operand {
    const to = this.temporary();
    const [other, end]: Label[] = [{ target: -1 }, { target: -1 }];
    const first = this.expression(left);
    this.goUnless(first, other!);
    if (operator === '&&') this.move(to, this.truth(this.expression(right)));
    else this.move(to, constant(1));
    this.go(end!);
    this.place(other!);
    if (operator === '&&') this.move(to, constant(0));
    else this.move(to, this.truth(this.expression(right)));
    this.place(end!);
    return temporary(to);
  }

  private truth(value: Operand): Operand {
    return this.compute('!=', constant(0), value);
  }

  private cell({ name, index }: Named): Cell {
    const object = this.file.globals.findIndex((g) => g.name === name);
    if (object < 0) throw new Error(`no variable ${name}`);
    return { object, index: index === undefined ? constant(0) : this.expression(index) };
  }

  private read(named: Named): Operand {
    const local = this.lookUp(named.name);
    if (local !== undefined && !local.isArray) return { kind: 'local', at: local.at };
    if (local !== undefined) {
      const index = this.expression(named.index!);
      this.used(index);
      const to = this.temporary();
      this.emit({ op: 'pick', to, base: local.at, index });
      return temporary(to);
    }
    const cell = this.cell(named);
    this.used(cell.index);
    const to = this.temporary();
    this.emit({ op: 'load', to, cell, line: named.line });
    return temporary(to);
  }

  /** `operator` is empty for a plain one. What a step gives is the value before. */
  private assign(to: Named, operator: string, value: Operand, line: number, isStep: boolean): Operand {
    const local = this.lookUp(to.name);
    if (local !== undefined && !local.isArray) {
      if (isStep) {
        const old = this.kept({ kind: 'local', at: local.at });
        this.emit({ op: 'compute', operator, to: local.at, left: { kind: 'local', at: local.at }, right: value });
        return old;
      }
      this.used(value);
      const left: Operand = operator === '' ? constant(0) : { kind: 'local', at: local.at };
      this.emit({ op: 'compute', operator: operator || '+', to: local.at, left, right: value });
      return { kind: 'local', at: local.at };
    }
    if (local !== undefined) {
      const index = this.expression(to.index!);
      this.used(index, value);
      this.emit({ op: 'put', base: local.at, index, value });
      return constant(0);
    }
    const cell = this.cell(to);
    if (operator === '') {
      this.used(cell.index, value);
      this.emit({ op: 'store', cell, value, line });
      return constant(0);
    }
    if (this.file.globals[cell.object]!.isAtomic) {
      this.used(cell.index, value);
      const old = this.temporary();
      this.emit({ op: 'update', operator, cell, value, to: old, line });
      return temporary(old);
    }
    if (cell.index.kind === 'temporary') throw new Error('an element of an array is not read and written at once');
    const old = this.temporary();
    this.emit({ op: 'load', to: old, cell, line });
    const result = this.compute(operator, temporary(old), value);
    this.used(result);
    this.emit({ op: 'store', cell, value: result, line });
    return constant(0);
  }

  private call(e: Extract<Expression, { kind: 'call' }>): Operand {
    const own = this.file.functions.get(e.callee);
    if (own !== undefined) return this.unfoldCall(own, e.arguments);
    if (e.callee === 'assert') {
      const end: Label = { target: -1 };
      const fails: Label = { target: -1 };
      this.goUnless(this.expression(e.arguments[0]!), fails);
      this.go(end);
      this.place(fails);
      this.emit({ op: 'fail', line: e.line });
      this.place(end);
      return constant(0);
    }
    if (e.callee === 'preempt_nondet_bool') {
      const to = this.temporary();
      this.emit({ op: 'choose', to, line: e.line });
      return temporary(to);
    }
    const cells: Cell[] = [];
    const values: Operand[] = [];
    const isCreate = e.callee === 'pthread_create';
    let handle: Named | undefined;
    for (const [n, argument] of e.arguments.entries()) {
      if (argument.kind === 'unary' && argument.operator === '&') {
        if (isCreate) handle = argument.operand as Named;
        else cells.push(this.cell(argument.operand as Named));
      } else if (!(isCreate && n === 2)) values.push(this.expression(argument));
    }
    this.used(...cells.map((c) => c.index), ...values);
    const entry = isCreate ? (e.arguments[2] as Named).name : undefined;
    // `spin_lock_irqsave(&lock, flags)` assigns.
    const assigned = e.callee === 'spin_lock_irqsave' ? this.lookUp((e.arguments[1] as Named).name) : undefined;
    const to = assigned?.at ?? this.temporary();
    for (const name of STEPS_OF[e.callee] ?? [e.callee])
      this.emit({ op: 'call', name, cells, values, to, line: e.line, ...(entry === undefined ? {} : { entry }) });
    if (assigned !== undefined) return constant(0);
    if (handle === undefined) return temporary(to);
    this.drop(this.assign(handle, '', temporary(to), e.line, false));
    return constant(0);
  }

  private unfoldCall(fn: CFunction, given: readonly Expression[]): Operand {
    const values = given.map((g) => this.kept(this.expression(g)));
    const { scope, back, loops } = this;
    this.scope = { names: new Map() };
    for (const [n, parameter] of fn.parameters.entries())
      this.move(this.declare(parameter, 1, false), values[n] ?? constant(0));
    const label: Label = { target: -1 };
    const result = this.locals++;
    this.back = { label, result };
    this.loops = [];
    this.statement(fn.body);
    this.place(label);
    this.scope = scope;
    this.back = back;
    this.loops = loops;
    return { kind: 'local', at: result };
  }
}

/** Functions of the environment that are more than one step. */
const STEPS_OF: Readonly<Record<string, readonly string[]>> = {
  spin_lock_irqsave: ['local_irq_save', 'spin_lock'],
  spin_unlock_irqrestore: ['spin_unlock', 'local_irq_restore'],
  spin_lock_irq: ['local_irq_disable', 'spin_lock'],
  spin_unlock_irq: ['spin_unlock', 'local_irq_enable'],
};

function constant(value: number): Operand {
  return { kind: 'constant', value };
}

function temporary(at: number): Operand {
  return { kind: 'temporary', at };
}
