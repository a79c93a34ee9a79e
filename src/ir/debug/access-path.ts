// Bytes of a variable in the words of its source type: `.rx.buf[3]` for [3, 4) of `struct { struct { uint8_t buf[16]; …
// } rx; … }`. The rule: the smallest named part that holds all bytes of the range (padding aside); `accessPath` lists
// what follows from it.

import { assertNever } from '../../base/internal-error.js';
import type { Member, SourceType } from './debug-info.js';

export interface AccessPathOptions {
  /** `[]` for every index and no `[byte n]`: what stays the same over all executions of one access. */
  readonly generic?: boolean;
}

/**
 * The suffix to a variable's name that denotes the bytes [offset, offset + size) of it; '' for the variable itself.
 *   several members or elements of one record         the record itself, for arrays `[2..5]`
 *   a storage unit shared by bit-fields               `.{ready,error}`, five and more `.{ready..mode}`
 *   a part of a scalar                                `.count[byte 1]`, `.count[bytes 2..3]`
 *   a union                                           the first member with a scalar of exactly these bytes, else
 *                                                     the first part of exactly these bytes, else all members that
 *                                                     hold them: `.{word,half}`
 * Members without a name (anonymous structs, bases) are transparent, bytes outside the type are `[byte 9]` or an index
 * out of range.
 */
export function accessPath(type: SourceType, offset: number, size: number, options: AccessPathOptions = {}): string {
  return accessPathPattern(type, offset, size, [], options);
}

/**
 * The same for the set of ranges that begin at offset + Σ kᵢ·strideᵢ for any integers kᵢ. Indices that vary print as
 * `[]`. A stride that fits no array around the offset (a pointer that walks over a whole record) gives the part that it
 * walks over.
 */
export function accessPathPattern(
  type: SourceType,
  offset: number,
  size: number,
  strides: readonly number[],
  options: AccessPathOptions = {},
): string {
  const steps = strides.map(Math.abs).filter((stride) => stride > 0);
  const found = locate(type, {
    start: offset,
    end: offset + Math.max(size, 1),
    steps,
    generic: options.generic === true,
  });
  return found?.path ?? '';
}

/**
 * What is asked of one part: the range relative to the part's start, and the strides that no array around it explains.
 */
interface Query {
  readonly start: number;
  readonly end: number;
  readonly steps: readonly number[];
  readonly generic: boolean;
}

interface Found {
  readonly path: string;
  /** The part has exactly the bytes of the range; `scalar` if it is no array or record. */
  readonly fit: 'scalar' | 'whole' | 'inside';
}

const listed = 4;

/** Undefined when the strides walk over more than this part. */
function locate(type: SourceType, query: Query): Found | undefined {
  switch (type.kind) {
    case 'array':
      return locateElement(type, query);
    case 'record':
      return type.union ? locateAlternative(type, query) : locateMember(type, query);
    case 'scalar':
    case 'pointer':
    case 'function':
    case 'unknown':
      return query.steps.length > 0 ? undefined : partOfScalar(type, query);
    default:
      return assertNever(type);
  }
}

function partOfScalar(type: SourceType, { start, end, generic }: Query): Found {
  if (start === 0 && (end === type.size || type.size === 0)) return { path: '', fit: 'scalar' };
  if (start <= 0 && end >= type.size && start < type.size) return { path: '', fit: 'inside' };
  return { path: generic ? '' : bytes(start, end), fit: 'inside' };
}

function bytes(start: number, end: number): string {
  return end - start === 1 ? `[byte ${start}]` : `[bytes ${start}..${end - 1}]`;
}

function locateElement(type: SourceType & { kind: 'array' }, query: Query): Found | undefined {
  const stride = elementSize(type);
  if (stride === 0) return query.steps.length > 0 ? undefined : partOfScalar(type, query);
  const varying = query.steps.some((step) => step >= stride);
  const inner = query.steps.map((step) => step % stride).filter((step) => step > 0);
  const first = Math.floor(query.start / stride);
  const last = Math.floor((query.end - 1) / stride);
  if (first !== last && !varying && inner.length === 0) {
    const isWhole = query.start === 0 && query.end === type.size;
    const isInside = query.start <= 0 && type.size > 0 && query.end >= type.size;
    if (isWhole || isInside) return { path: '', fit: isWhole ? 'whole' : 'inside' };
    return { path: query.generic ? '[]' : `[${first}..${last}]`, fit: 'inside' };
  }
  if (first !== last) return { path: '[]', fit: 'inside' };
  const found = locate(type.element, {
    start: query.start - first * stride,
    end: query.end - first * stride,
    steps: inner,
    generic: query.generic,
  });
  if (found === undefined) return { path: '[]', fit: 'inside' };
  return { path: `[${varying || query.generic ? '' : first}]${found.path}`, fit: found.fit };
}

/** Zero for elements of unknown size. */
function elementSize(type: SourceType & { kind: 'array' }): number {
  const exact = type.length === undefined || type.length === 0 ? 0 : type.size / type.length;
  return Number.isInteger(exact) && exact > 0 ? exact : type.element.size;
}

interface Extent {
  readonly member: Member;
  readonly start: number;
  readonly end: number;
}

function locateMember(type: SourceType & { kind: 'record' }, query: Query): Found | undefined {
  const touched = extents(type, query.start).filter((extent) => extent.start < query.end && query.start < extent.end);
  const only = touched[0];
  if (only === undefined) return query.steps.length > 0 ? undefined : outside(type, query);
  if (touched.length > 1) {
    const isWalked = query.steps.length > 0;
    if (isWalked) return undefined;
    if (touched.every((extent) => extent.member.bits !== undefined)) {
      return {
        path: alternatives(
          touched.map((extent) => extent.member.name),
          true,
        ),
        fit: 'inside',
      };
    }
    return { path: '', fit: fitOf(type, query) };
  }
  return descend(only, query);
}

/** Into one member, with the range cut to it: bytes around it that no member has are padding. */
function descend({ member, start, end }: Extent, query: Query): Found | undefined {
  if (member.bits !== undefined) {
    return query.steps.length > 0 ? undefined : { path: `.${member.name}`, fit: 'inside' };
  }
  const from = Math.max(query.start, start) - start;
  const to = Math.min(query.end, end) - start;
  const found = locate(member.type, { ...query, start: from, end: to });
  if (found === undefined) return undefined;
  const isCut = from !== query.start - start || to !== query.end - start;
  return { path: `${dotted(member.name)}${found.path}`, fit: isCut ? 'inside' : found.fit };
}

function locateAlternative(type: SourceType & { kind: 'record' }, query: Query): Found | undefined {
  const touched = extents(type, query.start).filter((extent) => extent.start < query.end && query.start < extent.end);
  if (touched.length === 0) return query.steps.length > 0 ? undefined : outside(type, query);
  const holding = touched.filter((extent) => extent.start <= query.start && query.end <= extent.end);
  const found = holding.flatMap((extent) => {
    const inside = descend(extent, query);
    return inside === undefined ? [] : [{ name: extent.member.name, ...inside }];
  });
  if (found.length === 0 && query.steps.length > 0) return undefined;
  const scalar = found.find((candidate) => candidate.fit === 'scalar');
  if (scalar !== undefined) return scalar;
  const fit = fitOf(type, query);
  if (query.steps.length === 0 && fit === 'whole' && found.length > 1) return { path: '', fit };
  const exact = found.find((candidate) => candidate.fit === 'whole') ?? (found.length === 1 ? found[0] : undefined);
  if (exact !== undefined) return { path: exact.path, fit: exact.fit };
  const names = found.map((candidate) => candidate.name || candidate.path.slice(1)).filter((name) => name !== '');
  return { path: names.length > listed ? '' : alternatives(names, false), fit: 'inside' };
}

function outside(type: SourceType, query: Query): Found {
  const isPadding = query.start >= 0 && query.end <= type.size;
  return { path: isPadding || query.generic ? '' : bytes(query.start, query.end), fit: 'inside' };
}

function fitOf(type: SourceType, query: Query): 'whole' | 'inside' {
  return query.start === 0 && query.end === type.size ? 'whole' : 'inside';
}

/** `contiguous`: names of one run of bit-fields, which first and last describe as well as all of them. */
function alternatives(names: readonly string[], contiguous: boolean): string {
  if (names.length <= 1) return names.length === 0 ? '' : `.${names[0]}`;
  return contiguous && names.length > listed ? `.{${names[0]}..${names.at(-1)}}` : `.{${names.join(',')}}`;
}

function dotted(name: string): string {
  return name === '' ? '' : `.${name}`;
}

/**
 * Members with the bytes they take. A flexible array has no end; neither has the last array of a record when read
 * beyond the record.
 */
function extents(type: SourceType & { kind: 'record' }, from: number): readonly Extent[] {
  const members = type.members();
  const result: Extent[] = [];
  for (const [position, member] of members.entries()) {
    const isLast = type.union || position === members.length - 1;
    if (member.bits !== undefined) {
      const { offset, width } = member.bits;
      result.push({ member, start: Math.floor(offset / 8), end: Math.ceil((offset + width) / 8) });
    } else if (isLast && isOpenEnded(member.type, from >= type.size)) {
      result.push({ member, start: member.offset, end: Number.POSITIVE_INFINITY });
    } else if (member.type.size > 0 && !isEmpty(member.type)) {
      result.push({ member, start: member.offset, end: member.offset + member.type.size });
    }
  }
  return result;
}

function isOpenEnded(type: SourceType, isBeyond: boolean): boolean {
  if (type.kind === 'array') return isBeyond || (type.length ?? 0) === 0;
  if (type.kind !== 'record' || type.union) return false;
  const last = type.members().at(-1);
  return last !== undefined && last.bits === undefined && isOpenEnded(last.type, isBeyond);
}

/** A base class or struct without members has a size of one byte that it shares with others. */
function isEmpty(type: SourceType): boolean {
  return type.kind === 'record' && type.members().length === 0;
}
