// Names of C++ as people write them, and the heap's operators.

import { describe, expect, it } from 'vitest';
import { loadText } from './load.js';

const source = `
  struct Ring { int n; void put(int v); Ring() : n(0) {} };
  void Ring::put(int v) { n += v; }
  namespace board { volatile int ticks; void tick() { ticks = ticks + 1; } }
  template <typename T> T twice(T x) { return x + x; }
  Ring *made;
  extern "C" void SysTick_Handler() { board::tick(); }
  int main() { made = new Ring; made->put(twice(1)); delete made; int *many = new int[3]; many[0] = 1; return many[0]; }`;

describe('a program in C++', () => {
  it('has functions under the names that the source has', async () => {
    const { program } = await loadText({ 'a.cpp': source }, { platform: 'cortex-m' });
    const names = [...program.module.functions.values()].map((fn) => fn.sourceName);
    expect(names).toEqual(expect.arrayContaining(['Ring::put', 'board::tick', 'Ring::Ring', 'twice<int>', 'main']));
  });

  it('allocates by new and frees by delete', async () => {
    const { program, diagnostics } = await loadText({ 'a.cpp': source }, { platform: 'cortex-m' });
    const heap = program.objects.filter((object) => object.kind === 'heap');
    expect(heap).toHaveLength(2);
    expect(program.ends.size).toBeGreaterThan(0);
    expect(diagnostics.filter((d) => d.code === 'unknown-pointer')).toEqual([]);
  });
});
