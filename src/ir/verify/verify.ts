// Reads LLVM IR that Preempt's own clang did not write, and makes sure that everything below can rely on it: what LLVM
// would refuse is refused here, with its place in the text, and what is legal and has no meaning here makes its
// function one that is not understood. Our own clang's output needs none of this. Linear in the size of the text.

import { type Diagnostic, errorAt, hasErrors, noteAt, type Place, warningAt } from '../../base/diagnostic.js';
import { type CheckLimits, noLimits } from '../../base/limits.js';
import { failed, ok, type Result } from '../../base/result.js';
import { unnumbered } from '../instruction.js';
import type { IrFunction, IrModule } from '../module.js';
import { LineIndex } from '../parse/line-index.js';
import { parseModule } from '../parse/parse.js';
import { WrittenPlaces } from '../parse/written-places.js';
import type { TypeTable } from '../type-table.js';
import { aliasesInCircles } from './alias.js';
import { ConstantVerifier } from './constant.js';
import { DebugKinds } from './debug-kind.js';
import { complaintsAbout } from './function.js';
import { isAlignment, type Surroundings, verifyInstruction } from './instruction.js';
import { layoutProblem } from './layout.js';
import { TypeFacts } from './type.js';

/** Complaints beyond these say nothing new. */
const mostComplaints = 20;

/** Like `parseModule`, for a text from anywhere. */
export function readForeignModule(
  text: string,
  file: string,
  types: TypeTable,
  hash: string,
  checkLimits: CheckLimits = noLimits,
): Result<IrModule> {
  const places = new WrittenPlaces();
  const parsed = parseModule(text, file, types, hash, checkLimits, places);
  if (parsed.kind === 'failed' || hasErrors(parsed.diagnostics)) return failed(...parsed.diagnostics);
  const verifier = new ModuleVerifier(parsed.value, places, new LineIndex(text, file));
  const module = verifier.verify();
  const diagnostics = [...parsed.diagnostics, ...verifier.diagnostics()];
  return hasErrors(diagnostics) ? failed(...diagnostics) : ok(module, diagnostics);
}

interface Remark {
  readonly position: number;
  readonly message: string;
}

class ModuleVerifier {
  private readonly complaints: Remark[] = [];
  private count = 0;
  private readonly types: TypeFacts;
  private readonly constants: ConstantVerifier;
  private readonly debug: DebugKinds;
  private readonly surroundings: Surroundings;

  constructor(
    private readonly module: IrModule,
    private readonly places: WrittenPlaces,
    private readonly lines: LineIndex,
  ) {
    this.types = new TypeFacts(module.layout);
    this.constants = new ConstantVerifier(module, this.types);
    this.debug = new DebugKinds(places.metadata);
    this.surroundings = { module, types: this.types, constants: this.constants };
  }

  /** The module, in which no body is left that is not understood. */
  verify(): IrModule {
    const problem = layoutProblem(this.module.layout.text);
    if (problem !== undefined) {
      this.complain(Math.max(0, this.lines.text.search(/^target datalayout/m)), problem);
      return this.module;
    }
    this.variables();
    this.aliases();
    const functions = new Map<string, IrFunction>();
    for (const [name, fn] of this.module.functions) functions.set(name, this.function(fn));
    this.uses();
    return { ...this.module, functions };
  }

  diagnostics(): readonly Diagnostic[] {
    const listed = this.complaints.map(({ position, message }) => errorAt('ir-invalid', message, this.at(position)));
    const left = this.count - listed.length;
    return left > 0 ? [...listed, noteAt('ir-more-problems', `${left} more problems in ${this.lines.file}`)] : listed;
  }

  private at(position: number): Place {
    return this.lines.place(position);
  }

  private complain(position: number, message: string): void {
    if (++this.count <= mostComplaints) this.complaints.push({ position, message });
  }

  private variables(): void {
    for (const variable of this.module.globals.values()) {
      const complain = (what: string): void =>
        this.complain(this.places.entities.get(variable.name) ?? 0, `@${variable.name}: ${what}`);
      const { type, initializer, linkage } = variable;
      const malformed = this.types.malformed(type);
      const limit = malformed === undefined ? this.types.unmodelled(type) : undefined;
      if (malformed !== undefined) complain(malformed);
      else if (limit !== undefined) complain(`${limit} are not supported`);
      else if (initializer !== undefined && !this.types.isSized(type)) complain(`no variable is a ${type.kind}`);
      else if (type.kind === 'void' || type.kind === 'function' || type.kind === 'label' || type.kind === 'metadata')
        complain(`no variable is a ${type.kind}`);
      if (!isAlignment(variable.align)) complain(`${variable.align} is no alignment`);
      const problem = initializer === undefined ? undefined : this.constants.problem(initializer);
      if (problem !== undefined) complain(problem);
      if (linkage === 'appending' && type.kind !== 'array') complain('a list that is appended to is an array');
      const wrong = this.debug.problem(variable.debug, 'variable');
      if (wrong !== undefined) complain(wrong);
    }
  }

  private aliases(): void {
    const circular = aliasesInCircles(this.module);
    for (const { name, target } of this.module.aliases.values()) {
      const position = this.places.entities.get(name) ?? 0;
      const problem = this.constants.problem(target);
      if (problem !== undefined) this.complain(position, `@${name}: ${problem}`);
      else if (target.type.kind !== 'pointer') this.complain(position, `@${name}: an alias stands for a pointer`);
      else if (circular.has(name)) this.complain(position, `@${name}: the alias leads back to itself`);
    }
  }

  /** A body with problems keeps them; if it cannot be relied on, it is replaced by an empty one. */
  private function(fn: IrFunction): IrFunction {
    const start = this.places.entities.get(fn.name) ?? 0;
    if (fn.problems.length > 0) return this.isSound(fn) ? fn : emptied(fn);
    this.header(fn, start);
    for (const { instruction, what } of complaintsAbout(fn)) {
      const place = instruction === undefined ? undefined : this.places.instructions.get(instruction);
      this.complain(place ?? start, `in function ${fn.name}: ${what}`);
    }
    const before = this.count;
    const limits = new Map<string, number>();
    for (const { instructions } of fn.blocks) {
      for (const instruction of instructions) {
        const position = this.places.instructions.get(instruction) ?? start;
        const complain = (what: string): void => this.complain(position, `in function ${fn.name}: ${what}`);
        verifyInstruction(instruction, this.surroundings, complain, (what) => {
          if (!limits.has(what)) limits.set(what, position);
        });
        const kind = instruction.debug === -1 ? undefined : this.debug.problem(instruction.debug, 'location');
        if (kind !== undefined) complain(kind);
        if (instruction.op !== 'debug-declare' && instruction.op !== 'debug-value') continue;
        const wrong = this.debug.problem(instruction.variable, 'local');
        if (wrong !== undefined) complain(wrong);
      }
    }
    if (limits.size === 0 || this.count > before) return fn;
    const problems = [...limits].map(([what, position]) =>
      warningAt('ir-unmodelled', `in function ${fn.name}: ${what} are not modelled`, this.at(position)),
    );
    return emptied({ ...fn, problems });
  }

  private header(fn: IrFunction, start: number): void {
    const complain = (what: string): void => this.complain(start, `@${fn.name}: ${what}`);
    const malformed = this.types.malformed(fn.type);
    if (malformed !== undefined) complain(malformed);
    const isDefined = fn.blocks.length > 0;
    if (isDefined && fn.name.startsWith('llvm.')) complain('an intrinsic has no body');
    if (isDefined && fn.type.parameters.some((type) => type.kind === 'metadata'))
      complain('metadata is for intrinsics only');
    if (isDefined && (fn.linkage === 'extern_weak' || fn.linkage === 'common' || fn.linkage === 'appending'))
      complain(`no function with a body is ${fn.linkage}`);
    for (const [n, { type }] of fn.byValue ?? []) {
      if (fn.type.parameters[n]?.kind !== 'pointer' || !this.types.isSized(type))
        complain('byval is for pointers to values');
    }
    const wrong = this.debug.problem(fn.debug, 'subprogram');
    if (wrong !== undefined) complain(wrong);
  }

  /** Is a body that was not read whole nevertheless one that others can walk through? */
  private isSound(fn: IrFunction): boolean {
    let isSound = this.types.malformed(fn.type) === undefined && complaintsAbout(fn).length === 0;
    const spoilt = (): void => {
      isSound = false;
    };
    for (const { instructions } of fn.blocks) {
      for (const instruction of instructions) verifyInstruction(instruction, this.surroundings, spoilt, spoilt);
    }
    return isSound;
  }

  /** LLVM writes the type of a register at each use. */
  private uses(): void {
    for (const { register, type, position } of this.places.uses) {
      if (register.type !== type) this.complain(position, 'a value is used with another type than its definition has');
    }
  }
}

/** What is left when nothing of a body counts: it is there, and it has problems. */
function emptied(fn: IrFunction): IrFunction {
  const unreachable = { op: 'unreachable', id: unnumbered, debug: -1 } as const;
  return {
    ...fn,
    registerCount: fn.parameters.length,
    blocks: fn.blocks.length === 0 ? [] : [{ name: fn.blocks[0]?.name ?? '', instructions: [unreachable] }],
  };
}
