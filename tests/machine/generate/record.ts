// Structs with every kind of member, bit-fields in all widths, packed ones, and unions whose members cover the same
// bytes.

import type { Context } from './context.js';
import type { Family } from './syntax.js';
import {
  bool,
  double,
  type Field,
  fixedWidth,
  float,
  int,
  integerTypes,
  isPlain,
  longLong,
  type RecordType,
  type Type,
  unsigned,
  unsignedLongLong,
} from './type.js';

export function makeRecords(c: Context, families: readonly Family[]): readonly RecordType[] {
  const { random } = c;
  const made: RecordType[] = [];
  const count = 1 + random.below(3);
  for (let i = 0; i < count; i++) {
    switch (random.below(4)) {
      case 0:
        made.push(bitFields(c));
        break;
      case 1:
        made.push(union(c, made));
        break;
      default:
        made.push(struct(c, made, families));
    }
  }
  return made;
}

function struct(c: Context, earlier: readonly RecordType[], families: readonly Family[]): RecordType {
  const { random } = c;
  const nested = earlier.filter((r) => r.fields.every((f) => f.type.kind !== 'callable'));
  const family = families.find((f) => f.type.pure);
  const packed = random.chance(6);
  const isSmall = random.chance(3);
  const fields = Array.from({ length: 1 + random.below(isSmall ? 2 : 5) }, (_, index): Field => {
    const name = `m${index}`;
    switch (random.below(isSmall ? 6 : 10)) {
      case 5:
        return { name, type: random.pick([float, double]) };
      case 6:
        return {
          name,
          type: {
            kind: 'array',
            element: random.pick<Type>([c.integerType(), fixedWidth(8, false), int, float]),
            length: 2 + random.below(4),
          },
        };
      case 7:
        return nested.length === 0 ? { name, type: unsigned } : { name, type: random.pick(nested) };
      case 8:
        return family === undefined || packed ? { name, type: c.integerType() } : { name, type: family.type };
      case 9:
        return bitField(c, name);
      default:
        return { name, type: c.integerType() };
    }
  });
  return { kind: 'record', union: false, name: `struct ${c.fileName('s')}`, packed, fields };
}

function bitFields(c: Context): RecordType {
  const { random } = c;
  const fields: Field[] = [];
  for (let i = 2 + random.below(6); i > 0; i--) {
    if (random.chance(8)) fields.push({ name: '', type: unsigned, width: random.chance(2) ? 0 : 1 + random.below(9) });
    fields.push(random.chance(6) ? { name: `b${i}`, type: c.integerType() } : bitField(c, `b${i}`));
  }
  return { kind: 'record', union: false, name: `struct ${c.fileName('bits')}`, packed: random.chance(5), fields };
}

function bitField(c: Context, name: string): Field {
  const { random } = c;
  const type = random.pick([
    unsigned,
    unsigned,
    int,
    bool,
    longLong,
    unsignedLongLong,
    ...integerTypes.filter((t) => t.rank === 1 || t.rank === 2),
  ]);
  return { name, type, width: 1 + random.below(type.bits) };
}

/** All members are as large as the first: a write to one leaves no byte of another unspecified. */
function union(c: Context, made: RecordType[]): RecordType {
  const { random } = c;
  const bits = random.pick([32, 64]);
  const first = fixedWidth(bits, false);
  const fields: Field[] = [{ name: 'word', type: first }];
  const pieces = integerTypes.filter((t) => isPlain(t) && t.bits < bits);
  if (random.chance(2)) fields.push({ name: 'negative', type: fixedWidth(bits, true) });
  if (!random.chance(3)) fields.push({ name: 'real', type: bits === 32 ? float : double });
  const piece = random.pick(pieces);
  fields.push({ name: 'pieces', type: { kind: 'array', element: piece, length: bits / piece.bits } });
  if (random.chance(2)) {
    const parts = split(c, bits);
    const type: RecordType = {
      kind: 'record',
      union: false,
      name: `struct ${c.fileName('parts')}`,
      packed: false,
      fields: parts,
    };
    made.push(type);
    fields.push({ name: 'parts', type });
  }
  return { kind: 'record', union: true, name: `union ${c.fileName('u')}`, packed: false, fields };
}

/** Bit-fields that fill the word to its last bit. */
function split(c: Context, bits: number): readonly Field[] {
  const type = bits === 32 ? unsigned : unsignedLongLong;
  const fields: Field[] = [];
  for (let rest = bits; rest > 0; ) {
    const width = Math.min(rest, 1 + c.random.below(bits === 32 ? 16 : 40));
    fields.push({ name: `b${fields.length}`, type, width });
    rest -= width;
  }
  return fields;
}
