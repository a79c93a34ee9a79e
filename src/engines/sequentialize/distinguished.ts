// The distinguished variable of KISS's race detection (§5): a variable of the program, or a field of one structure type
// in whichever instance a translation chooses.

import type { SourceType } from '../../ir/debug/debug-info.js';
import type { Access, ObjectId, Program, Region } from '../../model/program.js';

export type DistinguishedVariable =
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly object: ObjectId;
      readonly offset: number;
      readonly size: number;
    }
  | {
      readonly kind: 'field';
      readonly name: string;
      readonly record: string;
      readonly field: string;
      readonly offset: number;
      readonly size: number;
      readonly recordSize: number;
    };

type RecordType = Extract<SourceType, { kind: 'record' }>;

/** Every structure type that the program's objects and pointers lead to, by name. */
export function recordsOf(program: Program): ReadonlyMap<string, RecordType> {
  const found = new Map<string, RecordType>();
  const seen = new Set<SourceType>();
  const pending: SourceType[] = program.objects.flatMap((o) => (o.type === undefined ? [] : [o.type]));
  for (const [, fn] of program.module.functions) {
    const { debug } = program.module.units[fn.unit]!;
    for (const i of fn.blocks.flatMap((b) => b.instructions)) {
      const variable = i.op === 'debug-declare' || i.op === 'debug-value' ? debug.localVariable(i.variable) : undefined;
      if (variable !== undefined) pending.push(variable.type);
    }
  }
  for (let type = pending.pop(); type !== undefined; type = pending.pop()) {
    if (seen.has(type)) continue;
    seen.add(type);
    if (type.kind === 'array') pending.push(type.element);
    if (type.kind === 'pointer') pending.push(type.target());
    if (type.kind !== 'record') continue;
    if (type.name !== '' && !found.has(type.name) && type.members().length > 0) found.set(type.name, type);
    for (const member of type.members()) pending.push(member.type);
  }
  return found;
}

/** One for each field, in the order of the structure; fields that are structures as a whole are left out. */
export function fieldsOf(record: RecordType): readonly DistinguishedVariable[] {
  return record.members().flatMap((m) =>
    m.name === '' || m.bits !== undefined
      ? []
      : [
          {
            kind: 'field',
            name: `${record.name}.${m.name}`,
            record: record.name,
            field: m.name,
            offset: m.offset,
            size: m.type.size,
            recordSize: record.size,
          },
        ],
  );
}

/** May some access touch it, as far as the points-to analysis knows? */
export function mayAccess(program: Program, accesses: readonly Access[], variable: DistinguishedVariable): boolean {
  return accesses.some((access) => access.regions.some((region) => mayTouch(program, region, variable)));
}

function mayTouch(program: Program, region: Region, variable: DistinguishedVariable): boolean {
  const from = region.stride === 0 ? region.offset : region.low;
  const to = region.stride === 0 ? region.offset + region.size : region.high - 1 + region.size;
  if (variable.kind === 'variable')
    return region.object === variable.object && from < variable.offset + variable.size && variable.offset < to;
  const { type, kind } = program.objects[region.object]!;
  if (type === undefined) return kind === 'heap' || kind === 'unknown' || kind === 'local';
  return instances(type, variable.record, 0).some(
    (at) => from < at + variable.offset + variable.size && at + variable.offset < to,
  );
}

/** Where a type has the structure inside: offsets; of an array, the first few and then all of it alike. */
function instances(type: SourceType, record: string, at: number): readonly number[] {
  if (type.kind === 'record') {
    if (type.name === record) return [at];
    return type.members().flatMap((m) => instances(m.type, record, at + m.offset));
  }
  if (type.kind !== 'array' || type.element.size === 0) return [];
  const count = Math.min(type.length ?? 0, 64);
  return Array.from({ length: count }, (_, n) => n).flatMap((n) =>
    instances(type.element, record, at + n * type.element.size),
  );
}

/** Every shared variable, one after the other: globals as they are, what is allocated by the fields of its type. */
export function watchedVariables(program: Program): readonly DistinguishedVariable[] {
  const found = new Map<string, DistinguishedVariable>();
  const records = [...recordsOf(program).values()];
  const { module } = program;
  const isOwn = (fn: string): boolean => module.units[module.functions.get(fn)?.unit ?? -1]?.isModel !== true;
  const used = new Set(
    program.accesses.filter((a) => isOwn(a.function)).flatMap((a) => a.regions.map((r) => r.object)),
  );
  for (const { object, name, region } of program.shared) {
    // What only the models of libraries access is theirs.
    if (!used.has(object)) continue;
    const { kind, size, symbol, type } = program.objects[object]!;
    if (kind === 'global' && program.module.globals.has(symbol)) {
      const isExact = region.stride === 0;
      const offset = isExact ? region.offset : 0;
      const bytes = isExact ? region.size : (size ?? 0);
      found.set(name, { kind: 'variable', name, object, offset, size: bytes });
      continue;
    }
    const own = type?.kind === 'record' ? [type] : records.filter((r) => r.size === size);
    for (const record of own)
      for (const field of fieldsOf(record)) {
        const isIn =
          region.stride !== 0 ||
          (region.offset < field.offset + field.size && field.offset < region.offset + region.size);
        if (isIn) found.set(field.name, field);
      }
  }
  return [...found.values()];
}
