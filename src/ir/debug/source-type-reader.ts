// C types from debug metadata (DIBasicType, DIDerivedType, DICompositeType, …), without typedefs and qualifiers. Only
// `volatile` is kept, and passed on to members and elements as C does. Members and pointees are read when asked for, so
// recursive types end; a record that damaged metadata puts into itself has no members, so that whoever descends into
// types ends as well. C++ bases and Rust variants are anonymous members; what is not understood is `unknown`.

import type { Member, SourceType } from './debug-info.js';
import type { MetadataNode } from './metadata-node.js';
import type { MetadataReader } from './metadata-reader.js';
import { TypeNesting } from './type-nesting.js';

const nothing: SourceType = { kind: 'unknown', size: 0 };

export class SourceTypeReader {
  private readonly plain = new Map<number, SourceType>();
  private readonly volatile = new Map<number, SourceType>();

  private readonly nesting: TypeNesting;

  constructor(private readonly metadata: MetadataReader) {
    this.nesting = new TypeNesting(metadata);
  }

  /** The type node `id`; of no size and unknown for −1, which is how metadata writes `void`. */
  read(id: number, volatile = false): SourceType {
    const memo = volatile ? this.volatile : this.plain;
    const known = memo.get(id);
    if (known !== undefined) return known;
    memo.set(id, nothing);
    const node = this.metadata.node(id);
    const type = node === undefined ? nothing : this.convert(id, node, volatile);
    memo.set(id, type);
    return type;
  }

  private convert(id: number, node: MetadataNode, volatile: boolean): SourceType {
    const size = this.size(node);
    switch (node.name) {
      case 'DIBasicType':
      case 'DIStringType':
      case 'DIFixedPointType':
        return scalar(
          this.metadata.text(node, 'name'),
          size,
          encodingOf(this.metadata.text(node, 'encoding')),
          volatile,
        );
      case 'DIDerivedType':
        return this.derived(node, size, volatile);
      case 'DICompositeType':
        return this.composite(id, node, size, volatile);
      case 'DISubrangeType':
        return this.read(this.metadata.reference(node, 'baseType'), volatile);
      case 'DISubroutineType':
        return { kind: 'function', size: 0, constPointees: once(() => this.constPointees(node)) };
      default:
        return { kind: 'unknown', size };
    }
  }

  private constPointees(node: MetadataNode): ReadonlySet<number> {
    const [, ...parameters] = this.metadata.places(this.metadata.reference(node, 'types'));
    return new Set(
      [...parameters.keys()].filter((n) => {
        const pointer = this.through(parameters[n]!, 'DW_TAG_pointer_type');
        return (
          pointer !== undefined &&
          this.through(this.metadata.reference(pointer, 'baseType'), 'DW_TAG_const_type') !== undefined
        );
      }),
    );
  }

  /** The first type of this kind behind names and qualifiers. */
  private through(id: number, tag: string): MetadataNode | undefined {
    const seen = new Set<number>();
    for (let at = id; !seen.has(at); ) {
      seen.add(at);
      const node = this.metadata.node(at);
      if (node?.name !== 'DIDerivedType') return undefined;
      const own = this.metadata.text(node, 'tag');
      if (own === tag) return node;
      if (!/_(?:typedef|const_type|volatile_type|restrict_type)$/.test(own)) return undefined;
      at = this.metadata.reference(node, 'baseType');
    }
    return undefined;
  }

  private derived(node: MetadataNode, size: number, volatile: boolean): SourceType {
    const base = this.metadata.reference(node, 'baseType');
    switch (this.metadata.text(node, 'tag')) {
      case 'DW_TAG_pointer_type':
      case 'DW_TAG_reference_type':
      case 'DW_TAG_rvalue_reference_type':
        return { kind: 'pointer', size, volatile, target: () => this.read(base) };
      case 'DW_TAG_ptr_to_member_type':
        return scalar('pointer to member', size, 'other', volatile);
      case 'DW_TAG_volatile_type':
        return this.read(base, true);
      case 'DW_TAG_typedef': {
        const type = this.read(base, volatile);
        const isUnnamed = type.kind === 'record' && type.name === '';
        return isUnnamed ? { ...type, name: this.metadata.text(node, 'name') } : type;
      }
      case 'DW_TAG_const_type':
      case 'DW_TAG_restrict_type':
      case 'DW_TAG_atomic_type':
      case 'DW_TAG_immutable_type':
      case 'DW_TAG_packed_type':
      case 'DW_TAG_template_alias':
      case 'DW_TAG_LLVM_ptrauth_type':
        return this.read(base, volatile);
      default:
        return { kind: 'unknown', size };
    }
  }

  private composite(id: number, node: MetadataNode, size: number, volatile: boolean): SourceType {
    const tag = this.metadata.text(node, 'tag');
    switch (tag) {
      case 'DW_TAG_array_type':
        return this.array(node, size, volatile);
      case 'DW_TAG_enumeration_type': {
        const base = this.read(this.metadata.reference(node, 'baseType'));
        const encoding = base.kind === 'scalar' ? base.encoding : 'unsigned';
        return scalar(this.metadata.text(node, 'name'), size, encoding, volatile);
      }
      case 'DW_TAG_structure_type':
      case 'DW_TAG_class_type':
      case 'DW_TAG_union_type':
      case 'DW_TAG_variant_part':
        return {
          kind: 'record',
          name: this.metadata.text(node, 'name'),
          union: tag === 'DW_TAG_union_type' || tag === 'DW_TAG_variant_part',
          size,
          volatile,
          members: once(() => (this.nesting.isInItself(id) ? [] : this.members(node, volatile))),
        };
      default:
        return { kind: 'unknown', size };
    }
  }

  /** `int m[3][4]` is one node with two ranges; here an array of 3 arrays of 4. */
  private array(node: MetadataNode, size: number, volatile: boolean): SourceType {
    const ranges = this.metadata.tuple(this.metadata.reference(node, 'elements'));
    const lengths = ranges.length === 0 ? [undefined] : ranges.map((range) => this.length(range));
    let type = this.read(this.metadata.reference(node, 'baseType'), volatile);
    for (const [dimension, length] of [...lengths.entries()].reverse()) {
      const computed = type.size * (length ?? 0);
      type = { kind: 'array', element: type, length, size: dimension === 0 && size > 0 ? size : computed };
    }
    return type;
  }

  /**
   * Undefined for flexible arrays (`count: -1`, or no count at all) and for lengths that are known only at run time.
   */
  private length(range: number): number | undefined {
    const node = this.metadata.node(range);
    if (node?.name !== 'DISubrange') return undefined;
    const count = this.metadata.integer(node, 'count');
    if (count !== undefined) return count < 0 ? undefined : count;
    const upper = this.metadata.integer(node, 'upperBound');
    if (upper === undefined) return undefined;
    const length = upper - (this.metadata.integer(node, 'lowerBound') ?? 0) + 1;
    return length < 0 ? undefined : length;
  }

  private members(node: MetadataNode, volatile: boolean): readonly Member[] {
    const members = this.metadata
      .tuple(this.metadata.reference(node, 'elements'))
      .flatMap((element) => this.member(element, volatile));
    const discriminator = this.metadata.node(this.metadata.reference(node, 'discriminator'));
    if (discriminator === undefined) return members;
    const type = this.read(this.metadata.reference(discriminator, 'baseType'), volatile);
    return [{ name: 'discriminant', type, offset: this.offset(discriminator) / 8 }, ...members];
  }

  private member(id: number, volatile: boolean): readonly Member[] {
    const node = this.metadata.node(id);
    if (node === undefined) return [];
    const tag = this.metadata.text(node, 'tag');
    if (tag === 'DW_TAG_variant_part') return [{ name: '', type: this.read(id, volatile), offset: 0 }];
    // The offset of a virtual base is a place in the vtable. Static members are variables of their own.
    const isBase = tag === 'DW_TAG_inheritance' && !this.metadata.hasFlag(node, 'DIFlagVirtual');
    const isMember = tag === 'DW_TAG_member' && !this.metadata.hasFlag(node, 'DIFlagStaticMember');
    if (!isBase && !isMember) return [];
    const name = isBase ? '' : this.metadata.text(node, 'name');
    const type = this.read(this.metadata.reference(node, 'baseType'), volatile);
    const bit = this.offset(node);
    if (!this.metadata.hasFlag(node, 'DIFlagBitField')) return [{ name, type, offset: Math.floor(bit / 8) }];
    if (name === '') return [];
    const width = this.metadata.integer(node, 'size') ?? 0;
    return [{ name, type, offset: Math.floor(bit / 8), bits: { offset: bit, width } }];
  }

  private offset(node: MetadataNode): number {
    return this.metadata.integer(node, 'offset') ?? 0;
  }

  private size(node: MetadataNode): number {
    return Math.ceil((this.metadata.integer(node, 'size') ?? 0) / 8);
  }
}

type Encoding = (SourceType & { kind: 'scalar' })['encoding'];

function scalar(name: string, size: number, encoding: Encoding, volatile: boolean): SourceType {
  return { kind: 'scalar', name, size, encoding, volatile };
}

function encodingOf(dwarf: string): Encoding {
  switch (dwarf) {
    case 'DW_ATE_signed':
    case 'DW_ATE_signed_fixed':
      return 'signed';
    case 'DW_ATE_unsigned':
    case 'DW_ATE_unsigned_fixed':
    case 'DW_ATE_address':
      return 'unsigned';
    case 'DW_ATE_signed_char':
    case 'DW_ATE_unsigned_char':
    case 'DW_ATE_UTF':
    case 'DW_ATE_ASCII':
    case 'DW_ATE_UCS':
      return 'character';
    case 'DW_ATE_float':
    case 'DW_ATE_decimal_float':
      return 'float';
    case 'DW_ATE_boolean':
      return 'boolean';
    default:
      return 'other';
  }
}

function once<T>(compute: () => T): () => T {
  let value: { readonly of: T } | undefined;
  return () => {
    value ??= { of: compute() };
    return value.of;
  };
}
