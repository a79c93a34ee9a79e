// Rows of the list: whatever tells two findings apart is said, and no more.

import { expect, it } from 'vitest';
import type { ShownAccess } from '../../../../src/report/html/client/decode.js';
import { type RowText, rowTexts } from '../../../../src/report/html/client/row-text.js';
import { shownAccess } from './shown.js';

const at = (line: number, column = 1, file = 'a.c') => ({ place: { file, line, column } });
const torn = (...accesses: readonly ShownAccess[]) => ({
  kind: 'torn-access' as const,
  example: 'ticks',
  accesses,
});
const texts = (rows: readonly RowText[]) => rows.map((r) => r.parts.map((p) => `${p.function} ${p.does}`).join(' | '));

const isr = (more: Partial<ShownAccess>) => shownAccess({ context: 'isr', function: 'isr', operation: 'W', ...more });

it('says who does what in which line, whoever is interrupted first', () => {
  const rows = rowTexts([torn(isr(at(9)), shownAccess({ function: 'now', ...at(3) }))]);
  expect(rows[0]!.kind).toBe('Torn read');
  expect(rows[0]!.parts.map((p) => p.context)).toEqual(['main', 'isr']);
  expect(texts(rows)).toEqual(['now R3 | isr W9']);
});

it('names both accesses of a unit', () => {
  const accesses = [shownAccess(at(3)), isr(at(9)), shownAccess({ ...at(4), operation: 'W' })];
  expect(texts(rowTexts([{ kind: 'atomicity', pattern: 'RWW', example: 'x', accesses }]))).toEqual([
    'main R3 W4 | isr W9',
  ]);
});

it('tells reads from writes, then adds columns, then files', () => {
  const here = shownAccess(at(3));
  expect(texts(rowTexts([torn(isr(at(9)), here), torn(isr({ ...at(9), operation: 'R' }), here)]))).toEqual([
    'main R3 | isr W9',
    'main R3 | isr R9',
  ]);
  expect(texts(rowTexts([torn(isr(at(9, 5)), here), torn(isr(at(9, 7)), here)]))).toEqual([
    'main R3:1 | isr W9:5',
    'main R3:1 | isr W9:7',
  ]);
  expect(texts(rowTexts([torn(isr(at(9)), here), torn(isr(at(9, 1, 'b.c')), here)]))).toEqual([
    'a.c main R3:1 | a.c isr W9:1',
    'a.c main R3:1 | b.c isr W9:1',
  ]);
});

it('leaves rows alone that others are not like', () => {
  const rows = [torn(isr(at(9)), shownAccess(at(3))), { ...torn(isr(at(9)), shownAccess(at(3))), example: 'other' }];
  expect(texts(rowTexts(rows))).toEqual(['main R3 | isr W9', 'main R3 | isr W9']);
});

it('has nothing to say of accesses without places', () => {
  expect(texts(rowTexts([torn(isr({ place: undefined }), shownAccess({ place: undefined }))]))).toEqual([
    'main  | isr ',
  ]);
});
