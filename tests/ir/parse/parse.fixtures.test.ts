// Texts that compilers wrote: read without a problem, checked against an independent reading of the same lines,
// and then damaged at random, which must never make the parser throw.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { IrFunction } from '../../../src/ir/module.js';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { functionNamed, parsed, problemsOf } from '../parse-text.js';
import { opcodesInText, opcodesOf, signaturesInText, signaturesOf } from '../signature.js';

const folder = new URL('../fixtures/', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.ll'));
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

describe.each(names)('%s', (name) => {
  const text = read(name);

  it('agrees with the reading by lines', () => {
    const module = parsed(text);
    const byLine = name.includes('rust') ? opcodesInText(text) : signaturesInText(text);
    const describeBody = name.includes('rust') ? opcodesOf : signaturesOf;
    expect(byLine.size).toBeGreaterThan(0);
    expect([...module.functions.values()].filter((f) => f.blocks.length > 0)).toHaveLength(byLine.size);
    for (const [f, expected] of byLine) expect(describeBody(functionNamed(module, f))).toEqual(expected);
  });

  it('reads the line ends of Windows', () => {
    const [unix, windows] = [parsed(text), parsed(text.replaceAll('\n', '\r\n'))];
    const bodies = (module: typeof unix) => [...module.functions.values()].map((f) => [f.name, opcodesOf(f)]);
    expect(bodies(windows)).toEqual(bodies(unix));
  });

  it('notices where it is cut off', () => {
    const random = generator(7);
    const firstBody = text.search(/^define /m);
    for (let i = 0; i < 60; i++) {
      const length = firstBody + random(text.length - 1 - firstBody);
      expect(problemsOf(text.slice(0, length)).length, `cut off at ${length}`).toBeGreaterThan(0);
    }
  });

  it('survives damage', () => {
    const random = generator(names.indexOf(name) + 1);
    for (let i = 0; i < 60; i++) {
      const result = parseModule(damage(text, random), 'damaged.ll');
      if (result.kind === 'ok') expect([...result.value.functions.values()].flatMap(flawsOf)).toEqual([]);
    }
  });
});

function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

const pieces = [
  ...'"(){}[]<>,!%@#;*\\\n\0é',
  'ptr',
  'label',
  '!dbg !',
  '%struct.',
  '= type',
  'c"',
  '99999999999999999999',
];

function damage(text: string, random: (below: number) => number): string {
  let damaged = text;
  for (let n = 1 + random(4); n > 0; n--) {
    const at = random(damaged.length);
    const from = random(damaged.length);
    const inserted = [pieces[random(pieces.length)], '', damaged.slice(from, from + random(80))][random(3)];
    damaged = damaged.slice(0, at) + inserted + damaged.slice(at + random(20));
  }
  return damaged;
}

/** What later layers rely on even where a body has problems: what is wrong with it. */
function flawsOf(f: IrFunction): string[] {
  const terminators = ['ret', 'br', 'condbr', 'switch', 'indirectbr', 'invoke', 'callbr', 'resume', 'unreachable'];
  const indices = f.parameters.map((r) => r.index);
  const flaws: string[] = [];
  for (const { name, instructions } of f.blocks) {
    if (instructions.length === 0) flaws.push(`${name} is empty`);
    instructions.forEach((i, at) => {
      if (terminators.includes(i.op) !== (at === instructions.length - 1)) flaws.push(`${name}: ${i.op} at ${at}`);
      if ('result' in i && i.result !== undefined) indices.push(i.result.index);
      if (targetsOf(i).some((t) => !(t >= 0 && t < f.blocks.length))) flaws.push(`${name}: targets of ${i.op}`);
    });
  }
  if (new Set(indices).size !== indices.length) flaws.push('two registers have one index');
  if (indices.some((index) => !(index >= 0 && index < f.registerCount))) flaws.push('an index is out of range');
  return flaws;
}

function targetsOf(i: IrFunction['blocks'][number]['instructions'][number]): number[] {
  switch (i.op) {
    case 'br':
      return [i.target];
    case 'condbr':
      return [i.whenTrue, i.whenFalse];
    case 'switch':
      return [i.otherwise, ...i.cases.map((c) => c.target)];
    case 'indirectbr':
      return [...i.targets];
    case 'invoke':
      return [i.normal, i.unwind];
    case 'callbr':
      return [i.fallThrough, ...i.targets];
    case 'phi':
      return i.incoming.map((way) => way.block);
    default:
      return [];
  }
}
