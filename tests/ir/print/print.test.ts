// What is printed is read back as the same module: texts of several compilers, as they are and cleaned up, and every
// fifth program of the corpus as it is after linking.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../../src/check.js';
import { cleanUp } from '../../../src/ir/clean-up.js';
import type { IrModule } from '../../../src/ir/module.js';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { printModule } from '../../../src/ir/print/print.js';
import { TypeTable } from '../../../src/ir/type-table.js';
import { plainModule } from './round-trip.js';

function parsed(text: string, types = new TypeTable()): IrModule {
  const read = parseModule(text, 'test.ll', types);
  expect(read.diagnostics).toEqual([]);
  if (read.kind === 'failed') throw new Error('the text is no module');
  expect([...read.value.functions.values()].flatMap((fn) => fn.problems)).toEqual([]);
  return read.value;
}

function expectSame(module: IrModule, types: TypeTable): void {
  expect(plainModule(parsed(printModule(module), types))).toEqual(plainModule(module));
}

const fixtures = new URL('../fixtures/', import.meta.url);
const corpora = ['atomicity', 'race', 'torn-access', 'assertion', 'undefined', 'unbounded'].map(
  (kind) => `tests/corpus/${kind}`,
);
const sources = [...corpora, 'tests/language'].flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.c') ? [`${folder}/${name}`] : [])),
);
/** Loading all of them takes minutes. */
const programs = sources.filter((_, n) => n % 5 === 0);

describe('a printed module', () => {
  it.each(readdirSync(fixtures).filter((name) => name.endsWith('.ll')))('is the same: %s', (name) => {
    const types = new TypeTable();
    const module = parsed(readFileSync(new URL(name, fixtures), 'utf8'), types);
    expectSame(module, types);
    expectSame(cleanUp(module), types);
  });

  it('is the same for programs of the corpus, linked and cleaned up', async () => {
    let printed = 0;
    for (const path of programs) {
      const loaded = await loadProgram({ paths: [path] });
      if (loaded.kind === 'failed') continue;
      const { module } = loaded.value.program;
      const again = parseModule(printModule(module), 'again.ll', new TypeTable());
      if (again.kind === 'failed') throw new Error(`${path}: ${again.diagnostics[0]?.message}`);
      expect(plainModule(again.value), path).toEqual(plainModule(module));
      printed++;
    }
    expect(printed).toBeGreaterThan(programs.length * 0.95);
  });

  it.each([
    ['@a = global float 0x7FF4000000000000, align 4', 'a NaN with a payload'],
    ['@a = global float 0x36A0000000000000, align 4', 'the smallest float'],
    ['@a = global half 0xH3C01, align 2', 'a half'],
    ['@a = global x86_fp80 0xK4000C8F5C28F5C28F5C3, align 16', 'an x86_fp80'],
    ['@a = global fp128 0xL00000000000000017FFF000000000000, align 16', 'an fp128'],
    ['@a = global [4 x i8] c"\\00\\22\\5C\\FF", align 1', 'a string'],
    ['@"a b\\22" = global i8 0, align 1', 'a name'],
    ['@a = global <{ i8, ptr }> <{ i8 1, ptr @a }>, align 1', 'a packed struct'],
    [
      '@a = global i64 ptrtoint (ptr getelementptr ({ i8, i32 }, ptr @a, i64 0, i32 1) to i64), align 8',
      'an expression',
    ],
  ])('spells %s as LLVM does', (line) => {
    expect(printModule(parsed(line))).toContain(line);
  });

  it('tells two types of one name apart', () => {
    const types = new TypeTable();
    const first = types.namedStruct('s', [types.int(8)], false);
    const second = types.namedStruct('s', [types.int(16)], false);
    const module = parsed('@a = global i8 0, align 1\n@b = global i8 0, align 1', types);
    const globals = new Map(
      [...module.globals].map(([name, v], n) => [
        name,
        {
          ...v,
          type: n === 0 ? first : second,
          initializer: { kind: 'zero' as const, type: n === 0 ? first : second },
        },
      ]),
    );
    const text = printModule({ ...module, globals });
    expect(text).toContain('%s = type { i8 }\n%s.2 = type { i16 }');
    expect(text).toContain('@b = global %s.2 zeroinitializer');
  });
});
