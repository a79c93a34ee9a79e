// Functions that are only `inline`: they have their bodies where nobody else has one for them, and only there.

import { describe, expect, it } from 'vitest';
import type { Program } from '../../src/model/program.js';
import { loadText } from '../model/load.js';

function bodies({ module }: Program): readonly string[] {
  return [...module.functions.values()].filter((fn) => fn.blocks.length > 0).map((fn) => fn.name);
}

describe('withInlineDefinitions', () => {
  it('gives bodies to what is called, and to what that calls', async () => {
    const { program } = await loadText(
      `int x; inline int get(void) { return x; } inline int twice(void) { return 2 * get(); }
       int main(void) { return twice(); }`,
    );
    expect(bodies(program)).toEqual(expect.arrayContaining(['get', 'twice']));
    expect(program.callGraph.external.size).toBe(0);
  });

  it('finds them in headers that the file includes', async () => {
    const { program } = await loadText({
      'main.c': '#include "outer.h"\nint main(void) { return value(); }',
      'outer.h': '#include "inner.h"\n',
      'inner.h': 'int x;\ninline int value(void) { return x; }\n',
    });
    expect(bodies(program)).toContain('value');
  });

  it('leaves the word to the file that defines one for the linker', async () => {
    const { program } = await loadText({
      'main.c':
        'inline int value(void) { return 1; } inline int other(void) { return 1; } int main(void) { return value() + other(); }',
      'value.c': 'int calls; int value(void) { calls++; return 2; }',
    });
    const { functions, units } = program.module;
    expect(units[functions.get('value')!.unit]!.file).toMatch(/value\.c$/);
    expect(units[functions.get('other')!.unit]!.file).toMatch(/main\.c$/);
  });

  it('keeps what `extern inline` defines', async () => {
    const { program } = await loadText(
      `inline int value(void) { return 1; } extern inline int value(void); int missing(void);
       int main(void) { return value() + missing(); }`,
    );
    expect(bodies(program)).toContain('value');
    expect([...program.callGraph.external.keys()]).toEqual(['missing']);
  });
});
