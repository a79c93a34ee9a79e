// Weak names that nobody defines, as a linker leaves them.

import { describe, expect, it } from 'vitest';
import { nullUndefinedWeak } from '../../../src/ir/link/undefined-weak.js';
import { parseModule } from '../../../src/ir/parse/parse.js';
import { printModule } from '../../../src/ir/print/print.js';
import { TypeTable } from '../../../src/ir/type-table.js';

const text = `target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
@hooks = global [2 x ptr] [ptr @hook, ptr @main]
@limit = extern_weak global i32
@known = extern_weak global i32
define i32 @main() {
  %set = icmp ne ptr @hook, null
  %there = getelementptr i8, ptr @limit, i64 4
  call void @hook()
  call void @library()
  call void @fallback()
  ret i32 0
}
define weak void @fallback() {
  ret void
}
declare extern_weak void @hook()
declare extern_weak void @library()
`;

describe('nullUndefinedWeak', () => {
  const parsed = parseModule(text, 'a.ll', new TypeTable());
  if (parsed.kind === 'failed') throw new Error(JSON.stringify(parsed.diagnostics));
  const { module, names } = nullUndefinedWeak(parsed.value, (name) => name === 'library');
  const printed = printModule(module);

  it('makes null of them in code and in initial values', () => {
    expect(names).toEqual(['hook', 'known', 'limit']);
    expect(printed).toMatch(/icmp ne ptr null, null/);
    expect(printed).toMatch(/call void null\(\)/);
    expect(printed).toMatch(/\[ptr null, ptr @main\]/);
    expect(printed).not.toMatch(/@hook\b|@limit/);
  });

  it('leaves weak definitions, and what a library has', () => {
    expect(printed).toMatch(/call void @fallback\(\)/);
    expect(printed).toMatch(/call void @library\(\)/);
  });

  it('numbers the instructions anew', () => {
    const all = [...module.functions.values()].flatMap((fn) => fn.blocks.flatMap((b) => b.instructions));
    expect(all.map((i) => module.instructions[i.id])).toEqual(all);
  });

  it('gives a module without any back as it is', () => {
    expect(nullUndefinedWeak(module, () => false).module === module).toBe(false);
    const again = nullUndefinedWeak(module, () => true);
    expect(again).toEqual({ module, names: [] });
    expect(again.module).toBe(module);
  });
});
