// What `inspect` shows of a program with very many variables, and that nothing is left out where all is asked for.

import { describe, expect, it } from 'vitest';
import { inspectText } from '../../src/report/inspect-text.js';
import { fewNames, fewRows, HOW } from '../../src/report/shortened.js';
import { loadText } from '../model/load.js';

const numbers = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `v${n}`);

describe('a long list', () => {
  it('says how many rows it leaves out, and how to see them', () => {
    const rows = ['name', ...numbers(205)];
    expect(fewRows(rows, false).slice(-2)).toEqual(['v199', `… and 5 more: ${HOW}`]);
    expect(fewRows(rows, true)).toEqual(rows);
    expect(fewRows(rows.slice(0, 201), false)).toEqual(rows.slice(0, 201));
  });

  it('says how many names it leaves out', () => {
    expect(fewNames(numbers(42), false)).toMatch(/v39 … and 2 more$/);
    expect(fewNames(numbers(42), true)).toMatch(/v41$/);
    expect(fewNames(numbers(40), false)).toMatch(/v39$/);
  });
});

it('a program with many shared variables is shown in a few lines', async () => {
  const names = numbers(300);
  const all = (operation: string): string => names.map((name) => `${name}${operation};`).join(' ');
  const { program } = await loadText(
    `${names.map((name) => `volatile int ${name};`).join(' ')} void enable_isr(int n);
     void isr_1(void) { ${all('++')} } int main(void) { enable_isr(1); ${all(' = 0')} return 0; }`,
  );
  const style = { base: '/', heading: (text: string) => text };
  const [short, whole] = [inspectText(program, style), inspectText(program, { ...style, isWhole: true })];
  expect(short.split('\n').length).toBeLessThan(500);
  expect(short).toContain('… and 100 more');
  expect(whole.split('\n').length).toBeGreaterThan(600);
  expect(whole).not.toContain('more');
});
