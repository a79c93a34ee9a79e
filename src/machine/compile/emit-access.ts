// Loads and stores of private memory as JavaScript text. A page is looked up once, per object where the address is
// known when the code is made, else per access, and used until another object is met or a page was replaced by a copy
// (`generation`).

import type { Load, Store } from '../../ir/instruction.js';
import type { DataLayout } from '../../ir/layout.js';
import type { Type } from '../../ir/type.js';
import type { Operand } from '../../ir/value.js';
import { PAGE_BYTES } from '../memory/page.js';
import { NotCompiled } from './constant-text.js';
import type { FunctionInfo } from './function-info.js';
import { isSupported, literal, type Operands } from './number-text.js';
import { placeOf } from './place.js';

/** Where an access goes. */
export type Address =
  /** A constant place in a private object that lives as long as the code runs. */
  | { readonly kind: 'place'; readonly object: string; readonly size: number; readonly offset: number }
  | { readonly kind: 'pointer'; readonly text: string };

/** What others can see is left to the interpreter. */
export function addressOf(info: FunctionInfo, operands: Operands, operand: Operand, type: Type): Address {
  const place = placeOf(info, operand, info.machine.program.module.layout.storeSize(type));
  switch (place.kind) {
    case 'unknown':
      throw new NotCompiled();
    case 'global':
      return { kind: 'place', object: String(place.object), size: place.size, offset: place.offset };
    case 'local':
      return {
        kind: 'place',
        object: `Math.floor(${operands.text(place.register)} / 4294967296)`,
        size: place.size,
        offset: place.offset,
      };
    case 'pointer': {
      const text = operands.text(place.base);
      return { kind: 'pointer', text: place.offset === 0 ? text : `${text} + ${literal(place.offset)}` };
    }
  }
}

export class AccessEmitter {
  /** Numbers of page variables by object and page. */
  private readonly places = new Map<string, number>();
  private lookups = 0;
  private variables = 0;

  constructor(
    private readonly layout: DataLayout,
    private readonly isWide: boolean,
  ) {}

  get size(): number {
    return this.variables;
  }

  declarations(): string {
    const names = Array.from({ length: this.variables }, (_, n) => `g${n} = null, v${n} = null, l${n} = 0`);
    const found = Array.from({ length: this.lookups }, (_, n) => `c${n} = -1`);
    const known = [...this.places.values()].map((n) => `w${n} = 0`);
    const all = [...names, ...found, ...known];
    return all.length === 0 ? '' : `let ${all.join(', ')};`;
  }

  /** An expression that forgets all pages. */
  forget(): string {
    const found = Array.from({ length: this.lookups }, (_, n) => `c${n} = `).join('');
    const known = [...this.places.values()].map((n) => `w${n} = `).join('');
    return `${found === '' ? '' : `${found}-1, `}${known === '' ? '' : `${known}0, `}gen = M.generation`;
  }

  /**
   * Text that loads into `result`, or undefined; `exit` is the text that leaves for the interpreter, `wideExit` for
   * numbers too large.
   */
  load(i: Load, address: Address, result: string, exit: string, wideExit: string): string | undefined {
    const type = i.result.type;
    const size = this.layout.storeSize(type);
    if (!this.isPlain(type, size)) return undefined;
    const page = this.page(address, size, 'R');
    if (page === undefined) return undefined;
    const { before, refused, n, at } = page;
    if (type.kind === 'pointer') {
      return `${before}if (${refused} || (t = pointerAt(M, g${n}, ${at}, ${size})) !== t) ${exit} ${result} = t;`;
    }
    const unclear = `g${n}.shadow !== null && isUnclear(g${n}, ${at}, ${size})`;
    const lead = `${before}if (${refused} || ${unclear}) ${exit} `;
    const value = this.read(type, n, at, size);
    if (type.kind === 'float') return `${lead}if ((t = ${value}) !== t) ${exit} ${result} = t;`;
    if (type.kind === 'int' && type.bits === 64 && !this.isWide)
      return `${lead}if ((t = ${value}) !== t) ${wideExit} ${result} = t;`;
    return `${lead}${result} = ${value};`;
  }

  store(i: Store, address: Address, value: string, exit: string): string | undefined {
    const type = i.value.type;
    const size = this.layout.storeSize(type);
    if (!this.isPlain(type, size)) return undefined;
    const page = this.page(address, size, 'W');
    if (page === undefined) return undefined;
    const { before, refused, n, at } = page;
    if (type.kind === 'pointer') {
      const p = address.kind === 'pointer' ? 'p' : `${address.object} * 4294967296 + ${address.offset}`;
      return `${before}if (${refused}) ${exit} M.storePointer(${p}, ${value});`;
    }
    const nan = type.kind === 'float' ? ` || ${value} !== ${value}` : '';
    const claim = `if (g${n}.shadow !== null && isUnclear(g${n}, ${at}, ${size})) M.claim(g${n}, ${at}, ${size});`;
    return `${before}if (${refused}${nan}) ${exit} ${claim} g${n}.interned = 0; ${this.write(type, n, at, size, value)}`;
  }

  private isPlain(type: Type, size: number): boolean {
    if (!isSupported(type) || type.kind === 'struct' || type.kind === 'array') return false;
    return size === 1 || size === 2 || size === 4 || size === 8;
  }

  private page(
    address: Address,
    size: number,
    operation: 'R' | 'W',
  ): { before: string; refused: string; n: number; at: string } | undefined {
    if (address.kind === 'pointer') return this.lookedUp(address.text, size, operation);
    const { offset, object } = address;
    const at = offset % PAGE_BYTES;
    if (offset < 0 || offset + size > address.size || at + size > PAGE_BYTES) return undefined;
    const index = (offset - at) / PAGE_BYTES;
    const key = `${object}/${index}`;
    let n = this.places.get(key);
    if (n === undefined) this.places.set(key, (n = this.variables++));
    const before =
      operation === 'R'
        ? `if (w${n} === 0) { g${n} = M.entry(${object}).page(${index}); v${n} = g${n}.view; w${n} = 1; } `
        : `if (w${n} !== 2) { g${n} = M.writable(${object}, ${index}); if (M.generation !== gen) { FORGET; } v${n} = g${n}.view; w${n} = 2; } `;
    return { before, refused: 'false', n, at: String(at) };
  }

  private lookedUp(
    text: string,
    size: number,
    operation: 'R' | 'W',
  ): { before: string; refused: string; n: number; at: string } {
    const n = this.variables++;
    const c = `c${this.lookups++}`;
    const [look, lookAtBytes] = operation === 'R' ? ['readablePage', 'pageToRead'] : ['writablePage', 'pageToWrite'];
    const stale = operation === 'R' ? '' : 'M.generation !== gen && (FORGET), ';
    const use = `${stale}v${n} = g${n}.view, l${n} = v${n}.byteLength - ${size}`;
    // A page that others see parts of is looked up for each access.
    const bytes = `(${c} = -1, (g${n} = ${lookAtBytes}(M, p, ${size})) !== null && (${use}, true))`;
    const found = `(g${n} = ${look}(M, p)) === null ? ${bytes} : (${use}, ${c} = p - a, true)`;
    return {
      before: `p = ${text}; a = p & ${PAGE_BYTES - 1}; `,
      refused: `(p - a !== ${c} && !(${found})) || a > l${n}`,
      n,
      at: 'a',
    };
  }

  private read(type: Type, n: number, at: string, size: number): string {
    if (type.kind === 'float') return size === 4 ? `v${n}.getFloat32(${at}, true)` : `v${n}.getFloat64(${at}, true)`;
    const bits = type.kind === 'int' ? type.bits : size * 8;
    if (size === 8) return this.isWide ? `readWide(v${n}, ${at})` : `readNarrow(v${n}, ${at})`;
    const whole =
      size === 1
        ? `v${n}.getUint8(${at})`
        : size === 2
          ? `v${n}.getUint16(${at}, true)`
          : `v${n}.getInt32(${at}, true)`;
    return bits === size * 8 ? whole : `(${whole} & ${2 ** bits - 1})`;
  }

  private write(type: Type, n: number, at: string, size: number, value: string): string {
    if (type.kind === 'float')
      return size === 4 ? `v${n}.setFloat32(${at}, ${value}, true);` : `v${n}.setFloat64(${at}, ${value}, true);`;
    if (size === 8) {
      if (this.isWide) return `writeWide(v${n}, ${at}, ${value});`;
      return `v${n}.setInt32(${at}, ${value} | 0, true); v${n}.setInt32(${at} + 4, Math.floor(${value} / 4294967296), true);`;
    }
    return size === 1
      ? `v${n}.setUint8(${at}, ${value});`
      : size === 2
        ? `v${n}.setUint16(${at}, ${value}, true);`
        : `v${n}.setInt32(${at}, ${value}, true);`;
  }
}
