// The memory of a generated program: scalars of every width, arrays, records, bit-fields, unions, packed fields,
// pointers to all of these. A shape lists the places that it offers; whatever is picked, the access is within its
// object.

import type { Random } from '../solve/random.js';
import type { Expression, Global, PlaceExpression } from './syntax.js';

export interface Shape {
  readonly global: Global;
  readonly places: readonly PlaceTemplate[];
  /** Lvalues of type `int`, which pointers may point to. */
  readonly ints: readonly string[];
  /** Of a pointer to int: its name. */
  readonly pointer?: string;
  /** Of a record: its tag, for copies between two of one type. */
  readonly record?: string;
}

/** `limit`: a power of two; the index is any expression, masked. */
export type PlaceTemplate = { readonly before: string; readonly after: string; readonly limit?: number };

export function fillIn(template: PlaceTemplate, index: () => Expression): PlaceExpression {
  const { before, after, limit } = template;
  if (limit === undefined) return { kind: 'place', before, after };
  const inner = index();
  const masked: Expression =
    inner.kind === 'number'
      ? { kind: 'number', value: inner.value % limit }
      : { kind: 'binary', operator: '&', left: inner, right: { kind: 'number', value: limit - 1 } };
  return { kind: 'place', before, index: masked, after };
}

/** Registers lie so far apart: none reaches into the next. */
export const REGISTER_SPACING = 16;

/** The platforms beside this file say which of these one instruction changes. */
const registerAddresses = [0x40002000, 0x40003000, 0x40003100];

/** Device registers at absolute addresses, and declared as variables that nothing defines. */
export function makeRegisters(random: Random, count: number): readonly Shape[] {
  return Array.from({ length: count }, (_, n): Shape => {
    const name = `R${n}`;
    const type = random.pick(['unsigned char', 'unsigned char', 'unsigned', 'unsigned long long']);
    const address = random.pick(registerAddresses) + n * REGISTER_SPACING;
    const text = random.chance(4)
      ? `extern volatile ${type} ${name};`
      : `#define ${name} (*(volatile ${type} *)0x${address.toString(16)})`;
    return { global: { name, text }, places: [at(name)], ints: [] };
  });
}

const at = (text: string): PlaceTemplate => ({ before: text, after: '' });

export function makeGlobals(random: Random, count: number): readonly Shape[] {
  const shapes: Shape[] = [];
  for (let n = 0; n < count; n++) shapes.push(...makeShape(random, n, shapes));
  return shapes;
}

function makeShape(random: Random, n: number, others: readonly Shape[]): readonly Shape[] {
  const isVolatile = random.chance(3);
  const v = isVolatile ? 'volatile ' : '';
  const shape = (
    name: string,
    text: string,
    places: readonly PlaceTemplate[],
    ints: readonly string[] = [],
  ): Shape => ({
    global: { name, text },
    places,
    ints: isVolatile ? [] : ints,
  });
  switch (random.below(18)) {
    case 5: {
      const name = `g${n}`;
      const type = random.pick(['char', 'short', 'unsigned char', 'unsigned']);
      return [shape(name, `${v}${type} ${name};`, [at(name)])];
    }
    case 6:
    case 16: {
      const name = `w${n}`;
      return [shape(name, `${v}long long ${name};`, [at(name)])];
    }
    case 7:
    case 8: {
      const name = `a${n}`;
      const type = random.pick(['int', 'int', 'char', 'short']);
      const template = { before: `${name}[`, after: ']', limit: 2 };
      return [shape(name, `${v}${type} ${name}[2];`, [template], type === 'int' ? [`${name}[0]`, `${name}[1]`] : [])];
    }
    case 9: {
      // Two of one type, so that one can be copied to the other; or an array of them.
      const tag = `r${n}`;
      const type = `struct ${tag} { int x; short y; char z[2]; }`;
      const fields = (name: string): PlaceTemplate[] => [
        at(`${name}.x`),
        at(`${name}.y`),
        { before: `${name}.z[`, after: ']', limit: 2 },
      ];
      if (random.chance(3)) {
        const name = `t${n}`;
        const places = [
          { before: `${name}[`, after: '].x', limit: 2 },
          { before: `${name}[`, after: '].y', limit: 2 },
        ];
        return [shape(name, `${v}${type} ${name}[2];`, places, [`${name}[0].x`, `${name}[1].x`])];
      }
      const [a, b] = [`s${n}`, `d${n}`];
      const whole = isVolatile ? {} : { record: tag };
      return [
        { ...shape(a, `${type};\n${v}struct ${tag} ${a};`, fields(a), [`${a}.x`]), ...whole },
        { ...shape(b, `${v}struct ${tag} ${b};`, fields(b).slice(0, 1), [`${b}.x`]), ...whole },
      ];
    }
    case 10: {
      const name = `b${n}`;
      const text = random.pick([
        `struct { unsigned p : 3; unsigned q : 5; } ${name}`,
        `struct { unsigned char p : 4; unsigned char q : 4; unsigned char r; } ${name}`,
        `struct { unsigned p : 3; unsigned q : 13; unsigned r : 16; } ${name}`,
      ]);
      const places = [at(`${name}.p`), at(`${name}.q`), ...(text.includes(' r') ? [at(`${name}.r`)] : [])];
      return [shape(name, `${v}${text};`, places)];
    }
    case 11: {
      const name = `u${n}u`;
      const text = random.pick([
        `union { int word; short half[2]; char byte; } ${name}`,
        `union { int word; struct { short low, high; } part; } ${name}`,
        `union { long long word; struct { int low, high; } part; } ${name}`,
      ]);
      const parts = text.includes('half')
        ? [{ before: `${name}.half[`, after: ']', limit: 2 }, at(`${name}.byte`)]
        : [at(`${name}.part.low`), at(`${name}.part.high`)];
      return [shape(name, `${v}${text};`, [at(`${name}.word`), ...parts])];
    }
    case 12:
    case 17: {
      const name = `k${n}`;
      if (random.chance(4)) {
        const text = `struct __attribute__((packed)) { char c; union { int v; char b[4]; }; } ${name}`;
        const byte = { before: `${name}.b[`, after: ']', limit: 4 };
        return [shape(name, `${v}${text};`, [at(`${name}.v`), byte])];
      }
      const text = `struct __attribute__((packed)) { char c; short v; } ${name}`;
      return [shape(name, `${v}${text};`, [at(`${name}.v`), at(`${name}.c`)])];
    }
    case 13:
    case 14: {
      const targets = others.flatMap((o) => o.ints);
      if (targets.length === 0) return makeShape(random, n, others);
      const name = `p${n}`;
      const start = random.chance(6) ? '' : ` = &${random.pick(targets)}`;
      return [{ ...shape(name, `int *${name}${start};`, [at(`*${name}`)]), pointer: name }];
    }
    case 15: {
      const record = others.find((o) => o.record !== undefined);
      if (record === undefined) return makeShape(random, n, others);
      const name = `q${n}`;
      const text = `struct ${record.record} *${name} = &${record.global.name};`;
      return [shape(name, text, [at(`${name}->x`), at(`${name}->y`)])];
    }
    default: {
      const name = `g${n}`;
      const start = random.chance(4) ? ` = ${random.below(3)}` : '';
      return [shape(name, `${v}int ${name}${start};`, [at(name)], [name])];
    }
  }
}
