// The names of one function body: registers and blocks, which may be used before they are defined.
// Unnamed registers and blocks share one numbering, as in LLVM.

import type { BlockIndex, Instruction, Terminator } from '../instruction.js';
import type { Block } from '../module.js';
import type { Type } from '../type.js';
import type { Register } from '../value.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class FunctionScope {
  /** Of the next unnamed register or block. */
  nextNumber = 0;
  registerCount = 0;
  /** Registers that were used and not defined yet. */
  #undefined = 0;
  readonly #numbered: Mutable<Register>[] = [];
  readonly #named = new Map<string, Mutable<Register>>();
  readonly #numberedBlocks: number[] = [];
  readonly #namedBlocks = new Map<string, number>();
  /** Until the body is read, instructions name blocks by the order of first mention; here are their final positions. */
  readonly #positions: BlockIndex[] = [];
  readonly #mentions: (string | number)[] = [];

  /** The register of that number, or of that name if the number is −1; made if this is its first mention. */
  use(number: number, name: string, type: Type): Register {
    const known = this.#find(number, name);
    if (known !== undefined) return known;
    this.#undefined++;
    return this.#add(number, name, { kind: 'register', index: -1, type });
  }

  /** Undefined if it is defined already. */
  define(number: number, name: string, type: Type): Register | undefined {
    if (number >= this.nextNumber) this.nextNumber = number + 1;
    const known = this.#find(number, name);
    if (known === undefined) return this.#add(number, name, { kind: 'register', index: this.registerCount++, type });
    if (known.index >= 0) return undefined;
    this.#undefined--;
    known.index = this.registerCount++;
    known.type = type;
    return known;
  }

  /** Gives every register that was used but never defined an index; their names. */
  closeRegisters(): string[] {
    const open: string[] = [];
    if (this.#undefined === 0) return open;
    const close = (register: Mutable<Register>, name: string): void => {
      if (register.index >= 0) return;
      register.index = this.registerCount++;
      open.push(name);
    };
    // Object.entries skips the numbers of blocks and of damaged texts.
    for (const [number, register] of Object.entries(this.#numbered)) close(register, number);
    this.#named.forEach(close);
    return open;
  }

  /** A provisional index: see `relocate`. */
  useBlock(number: number, name: string): BlockIndex {
    const known = number >= 0 ? this.#numberedBlocks[number] : this.#namedBlocks.get(name);
    if (known !== undefined) return known;
    const mention = this.#mentions.length;
    if (number >= 0) this.#numberedBlocks[number] = mention;
    else this.#namedBlocks.set(name, mention);
    this.#mentions.push(number >= 0 ? number : name);
    this.#positions.push(-1);
    return mention;
  }

  /** False if the block is defined already. */
  defineBlock(number: number, name: string, position: BlockIndex): boolean {
    if (number >= this.nextNumber) this.nextNumber = number + 1;
    const mention = this.useBlock(number, name);
    if (this.#positions[mention] !== -1) return false;
    this.#positions[mention] = position;
    return true;
  }

  /** Gives blocks that were named but never defined the positions from `first` on; their names, in that order. */
  closeBlocks(first: BlockIndex): string[] {
    const open: string[] = [];
    this.#positions.forEach((position, mention) => {
      if (position >= 0) return;
      this.#positions[mention] = first + open.length;
      open.push(String(this.#mentions[mention]));
    });
    return open;
  }

  /** Turns the provisional block indices of all instructions into positions. */
  relocate(blocks: readonly Block[]): void {
    const at = (mention: BlockIndex): BlockIndex => this.#positions[mention] ?? -1;
    for (const { instructions } of blocks) {
      for (const instruction of instructions) {
        if (instruction.op === 'phi') {
          for (const incoming of instruction.incoming) {
            (incoming as Mutable<typeof incoming>).block = at(incoming.block);
          }
        } else if (instruction.op !== 'debug-declare' && instruction.op !== 'debug-value') break;
      }
      const last = instructions[instructions.length - 1];
      if (last !== undefined) relocateTerminator(last, at);
    }
  }

  #find(number: number, name: string): Mutable<Register> | undefined {
    return number >= 0 ? this.#numbered[number] : this.#named.get(name);
  }

  #add(number: number, name: string, register: Register): Register {
    if (number >= 0) this.#numbered[number] = register;
    else this.#named.set(name, register);
    return register;
  }
}

function relocateTerminator(last: Instruction, at: (mention: BlockIndex) => BlockIndex): void {
  const terminator = last as Mutable<Extract<Terminator, { op: typeof last.op }>>;
  switch (terminator.op) {
    case 'br':
      terminator.target = at(terminator.target);
      break;
    case 'condbr':
      terminator.whenTrue = at(terminator.whenTrue);
      terminator.whenFalse = at(terminator.whenFalse);
      break;
    case 'switch':
      terminator.otherwise = at(terminator.otherwise);
      for (const item of terminator.cases) (item as Mutable<typeof item>).target = at(item.target);
      break;
    case 'indirectbr':
      terminator.targets = terminator.targets.map(at);
      break;
    case 'invoke':
      terminator.normal = at(terminator.normal);
      terminator.unwind = at(terminator.unwind);
      break;
    case 'callbr':
      terminator.fallThrough = at(terminator.fallThrough);
      terminator.targets = terminator.targets.map(at);
      break;
    default:
  }
}
