// What everything that writes a part of one function shares: its lines, the names of its registers, and what is folded
// into expressions.

import type { Instruction } from '../ir/instruction.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { Type } from '../ir/type.js';
import type { Operand, Register } from '../ir/value.js';
import type { Code } from '../machine/stepping/code.js';
import type { CFile } from './c-file.js';
import { isScalar, scalarType, unbracketed } from './expression.js';
import type { Instrumentation } from './instrumentation.js';
import { commentText, Names } from './names.js';
import { Uses } from './uses.js';

const MAX_FOLDED = 90;

export class CFunction {
  private lines: string[] = [];
  private readonly names: Names;
  private readonly uses: Uses;
  private readonly registerNames = new Map<number, string>();
  private readonly folded = new Map<number, string>();
  private readonly mentioned = new Set<number>();
  private readonly declared: string[] = [];
  private lastLine = '';

  constructor(
    readonly file: CFile,
    readonly code: Code,
    readonly instrumentation: Instrumentation,
  ) {
    this.names = new Names(file.names);
    this.uses = new Uses(code.blocks);
    this.nameVariables();
  }

  line(text: string): void {
    this.lines.push(`    ${text}`);
  }

  add(texts: readonly string[]): void {
    for (const text of texts) this.line(text);
  }

  /** The lines that are written meanwhile. */
  linesOf(write: () => void): readonly string[] {
    const outer = this.lines;
    const inner: string[] = [];
    this.lines = inner;
    write();
    this.lines = outer;
    return inner;
  }

  get declarations(): readonly string[] {
    return this.declared;
  }

  /** Variables that are only assigned: compilers want to see a use. */
  unread(lines: readonly string[]): readonly string[] {
    const read = new Set<string>();
    for (const line of lines)
      for (const [word] of line.replace(/^ *(\w+) = /, '').matchAll(/[A-Za-z_]\w*/g)) read.add(word);
    return this.declared.flatMap((d) => {
      const name = / (\w+) = [^=]*$/.exec(d)?.[1];
      return name === undefined || read.has(name) ? [] : [name];
    });
  }

  operand(operand: Operand): string {
    if (operand.kind !== 'register') return this.file.constantText(operand);
    return this.folded.get(operand.index) ?? this.nameOf(operand);
  }

  /** Declares the register and assigns it; for results that nobody uses or has asked for, `(void)`. */
  assign(result: Register, text: string): void {
    if (!this.isUsed(result) && !this.mentioned.has(result.index))
      this.line(`(void)${/^[\w]+\(.*\)$|^\(.*\)$/.test(text) ? text : `(${text})`};`);
    else this.line(`${this.nameOf(result)} = ${unbracketed(text)};`);
  }

  /** Puts the text where the result is used, if that is one place that is near. */
  fold(result: Register, text: string, block: number): boolean {
    const isFolded = text.length <= MAX_FOLDED && this.uses.isUsedOnceIn(result, block);
    if (isFolded) this.folded.set(result.index, text);
    return isFolded;
  }

  isUsed(result: Register): boolean {
    return this.uses.isUsed(result);
  }

  nameOf(register: Register): string {
    const name = this.registerNames.get(register.index) ?? this.names.pick(`r${register.index}`);
    if (this.mentioned.has(register.index)) return name;
    this.registerNames.set(register.index, name);
    this.mentioned.add(register.index);
    if (register.index >= this.code.fn.parameters.length) {
      const type = this.file.typeText(register.type);
      this.declared.push(isScalar(register.type) ? `${type} ${name} = 0` : `${type} ${name} = {0}`);
    }
    return name;
  }

  /** A variable for the writer's own use. */
  temporary(type: string, wanted: string): string {
    const name = this.names.pick(wanted);
    this.declared.push(`${type} ${name} = 0`);
    return name;
  }

  scalarType(type: Type): string {
    return scalarType(type, this.file.pointerBits);
  }

  /** What the instrumentation wants in front of an instruction that is no access. */
  before(i: Instruction): void {
    const texts = this.instrumentation.before(i, undefined);
    if (texts.length > 0) this.source(i);
    this.add(texts);
  }

  /** The line of the source, once for all instructions of it in a row. */
  source(i: Instruction): void {
    const { file } = this;
    const place = instructionPlace(file.machine.program.module, i.id);
    if (place === undefined || place.line === 0) return;
    const key = `${place.file}:${place.line}`;
    if (key === this.lastLine) return;
    this.lastLine = key;
    const text = file.sourceLine(place.file, place.line);
    const comment = text === undefined ? '' : ` | ${commentText(text)}`;
    this.line(`/* ${commentText(file.shownFile(place.file))}:${place.line}${comment} */`);
  }

  /** Registers are called like the variables of the source that they hold. */
  private nameVariables(): void {
    const { fn } = this.code;
    const debug = this.file.machine.program.module.units[fn.unit]?.debug;
    for (const { instructions } of fn.blocks) {
      for (const i of instructions) {
        if (i.op !== 'debug-value' && i.op !== 'debug-declare') continue;
        const operand = i.op === 'debug-value' ? i.value : i.address;
        if (operand.kind !== 'register' || this.registerNames.has(operand.index)) continue;
        const name = debug?.localVariable(i.variable)?.name;
        if (name !== undefined && name !== '')
          this.registerNames.set(operand.index, this.names.pick(i.op === 'debug-declare' ? `at_${name}` : name));
      }
    }
  }
}
