// Interning of types: two equal types are one object, so that types are compared with `===`.
// One table may serve several modules; a named struct is the same type in two modules if its body is.

import type {
  ArrayType,
  FloatFormatName,
  FloatType,
  FunctionType,
  IntType,
  OtherType,
  PointerType,
  StructType,
  Type,
  VectorType,
  VoidType,
} from './type.js';

/** Finds what belongs to a list of types: one step for each type of the list. */
interface ListNode<T> {
  readonly next: Map<Type, ListNode<T>>;
  value?: T;
}

export class TypeTable {
  readonly void: VoidType = { kind: 'void' };
  readonly label: OtherType = { kind: 'label', text: 'label' };
  readonly metadata: OtherType = { kind: 'metadata', text: 'metadata' };
  readonly token: OtherType = { kind: 'token', text: 'token' };
  readonly #ints: IntType[] = [];
  readonly #wideInts = new Map<number, IntType>();
  readonly #floats = new Map<FloatFormatName, FloatType>();
  readonly #pointers = new Map<number, PointerType>();
  readonly #arrays = new Map<Type, Map<number, ArrayType>>();
  readonly #vectors = new Map<Type, Map<string, VectorType>>();
  readonly #structs = listNode<StructType>();
  readonly #packedStructs = listNode<StructType>();
  readonly #namedStructs = new Map<string, StructType[]>();
  readonly #functions = listNode<FunctionType>();
  readonly #variadicFunctions = listNode<FunctionType>();
  readonly #others = new Map<string, OtherType>();

  int(bits: number): IntType {
    if (bits > 128) return this.#wideInts.get(bits) ?? remember(this.#wideInts, bits, { kind: 'int', bits });
    const known = this.#ints[bits];
    if (known !== undefined) return known;
    const made: IntType = { kind: 'int', bits };
    this.#ints[bits] = made;
    return made;
  }

  float(format: FloatFormatName): FloatType {
    return this.#floats.get(format) ?? remember(this.#floats, format, { kind: 'float', format });
  }

  pointer(addressSpace: number): PointerType {
    return (
      this.#pointers.get(addressSpace) ?? remember(this.#pointers, addressSpace, { kind: 'pointer', addressSpace })
    );
  }

  array(length: number, element: Type): ArrayType {
    const byLength = this.#arrays.get(element) ?? remember(this.#arrays, element, new Map<number, ArrayType>());
    return byLength.get(length) ?? remember(byLength, length, { kind: 'array', length, element });
  }

  vector(length: number, element: Type, scalable: boolean): VectorType {
    const byShape = this.#vectors.get(element) ?? remember(this.#vectors, element, new Map<string, VectorType>());
    const shape = scalable ? `vscale x ${length}` : `${length}`;
    return byShape.get(shape) ?? remember(byShape, shape, { kind: 'vector', length, scalable, element });
  }

  /** A struct without a name. */
  struct(fields: readonly Type[], packed: boolean): StructType {
    const node = walk(packed ? this.#packedStructs : this.#structs, fields);
    node.value ??= { kind: 'struct', packed, fields: [...fields] };
    return node.value;
  }

  /** `fields` undefined: opaque. */
  namedStruct(name: string, fields: readonly Type[] | undefined, packed: boolean): StructType {
    const sameName = this.#namedStructs.get(name) ?? remember(this.#namedStructs, name, []);
    for (const known of sameName) {
      if (known.packed === packed && sameList(known.fields, fields)) return known;
    }
    const made: StructType =
      fields === undefined ? { kind: 'struct', name, packed } : { kind: 'struct', name, packed, fields: [...fields] };
    sameName.push(made);
    return made;
  }

  function(returns: Type, parameters: readonly Type[], variadic: boolean): FunctionType {
    const root = variadic ? this.#variadicFunctions : this.#functions;
    const node = walk(step(root, returns), parameters);
    node.value ??= { kind: 'function', returns, parameters: [...parameters], variadic };
    return node.value;
  }

  other(kind: OtherType['kind'], text: string): OtherType {
    if (text === 'label') return this.label;
    if (text === 'metadata') return this.metadata;
    if (text === 'token') return this.token;
    return this.#others.get(text) ?? remember(this.#others, text, { kind, text });
  }
}

function remember<K, V>(map: Map<K, V>, key: K, value: V): V {
  map.set(key, value);
  return value;
}

function listNode<T>(): ListNode<T> {
  return { next: new Map() };
}

function step<T>(node: ListNode<T>, type: Type): ListNode<T> {
  return node.next.get(type) ?? remember(node.next, type, listNode<T>());
}

function walk<T>(root: ListNode<T>, types: readonly Type[]): ListNode<T> {
  let node = root;
  for (const type of types) node = step(node, type);
  return node;
}

function sameList(a: readonly Type[] | undefined, b: readonly Type[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((type, i) => type === b[i]);
}
