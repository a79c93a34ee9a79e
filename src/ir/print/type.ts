// Types as text. Structs with a name are written by it and defined once; two that share a name get different ones.

import { assertNever } from '../../base/internal-error.js';
import type { FunctionType, StructType, Type } from '../type.js';
import { nameText } from './name.js';

export class TypePrinter {
  readonly #names = new Map<StructType, string>();
  readonly #taken = new Set<string>();
  readonly #definitions: string[] = [];

  /** `%name = type …` of every named struct that was written so far. */
  get definitions(): readonly string[] {
    return this.#definitions;
  }

  text(type: Type): string {
    switch (type.kind) {
      case 'void':
        return 'void';
      case 'int':
        return `i${type.bits}`;
      case 'float':
        return type.format;
      case 'pointer':
        return type.addressSpace === 0 ? 'ptr' : `ptr addrspace(${type.addressSpace})`;
      case 'array':
        return `[${type.length} x ${this.text(type.element)}]`;
      case 'vector':
        return `<${type.scalable ? 'vscale x ' : ''}${type.length} x ${this.text(type.element)}>`;
      case 'struct':
        return type.name === undefined ? this.#body(type) : `%${this.#named(type, type.name)}`;
      case 'function':
        return this.signature(type);
      case 'label':
      case 'metadata':
      case 'token':
      case 'x86_amx':
      case 'target':
        return type.text;
      default:
        return assertNever(type);
    }
  }

  signature({ returns, parameters, variadic }: FunctionType): string {
    const list = [...parameters.map((type) => this.text(type)), ...(variadic ? ['...'] : [])];
    return `${this.text(returns)} (${list.join(', ')})`;
  }

  #named(type: StructType, name: string): string {
    const known = this.#names.get(type);
    if (known !== undefined) return known;
    let fresh = name;
    for (let n = 2; this.#taken.has(fresh); n++) fresh = `${name}.${n}`;
    this.#taken.add(fresh);
    const written = nameText(fresh);
    this.#names.set(type, written);
    const place = this.#definitions.push('') - 1;
    this.#definitions[place] = `%${written} = type ${type.fields === undefined ? 'opaque' : this.#body(type)}`;
    return written;
  }

  #body({ fields = [], packed }: StructType): string {
    const list = fields.length === 0 ? '{}' : `{ ${fields.map((field) => this.text(field)).join(', ')} }`;
    return packed ? `<${list}>` : list;
  }
}
