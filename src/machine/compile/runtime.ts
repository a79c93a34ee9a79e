// The names that generated code refers to.

import { homeOf, toUnsigned, type Value } from '../memory/value.js';
import { integerCast } from '../stepping/integer.js';
import { copied, filled, isUnclear, pageToRead, pageToWrite, pointerAt, readablePage, writablePage } from './pages.js';
import { narrow, readNarrow, readWide, unsignedLess, wide, writeWide } from './wide.js';

/** A copy of an aggregate with one element replaced. */
function insert(aggregate: readonly Value[], path: readonly number[], value: Value): readonly Value[] {
  const [n, ...rest] = path as [number, ...number[]];
  const copy = [...aggregate];
  copy[n] = rest.length === 0 ? value : insert(copy[n] as readonly Value[], rest, value);
  return copy;
}

export const runtime = {
  L: Number.MAX_SAFE_INTEGER,
  N: narrow,
  W: wide,
  castInteger: integerCast,
  copied,
  filled,
  homeOf,
  insert,
  isUnclear,
  pageToRead,
  pageToWrite,
  pointerAt,
  readNarrow,
  readWide,
  readablePage,
  toUnsigned,
  unsignedLess,
  writablePage,
  writeWide,
} as const;
