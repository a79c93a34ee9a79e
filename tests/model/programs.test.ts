// Small C programs that say themselves what is shared: `// SHARED:` is the whole list, `// NOT-SHARED:` what an imprecise analysis would add.
// A program with a `// KNOWN-BUG:` comment must fail until the bug is fixed.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { regionName } from '../../src/report/region-name.js';
import { loadText } from './load.js';

const folder = fileURLToPath(new URL('programs/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.c'));

function expectation(text: string, label: string): readonly string[] {
  const list = new RegExp(`^// ${label}: (.*)$`, 'm').exec(text)?.[1];
  if (list === undefined) throw new Error(`there is no ${label} comment`);
  // Names in braces, as of unions, hold commas.
  return list === 'none' ? [] : list.split(/, (?![^{]*\})/);
}

describe('shared variables', () => {
  it('are tested on programs', () => expect(files.length).toBeGreaterThan(20));

  const texts = files.map((file) => ({ file, text: readFileSync(folder + file, 'utf8') }));
  const isBug = ({ text }: { text: string }): boolean => /^\/\/ KNOWN-BUG: /m.test(text);
  it.each(texts.filter((t) => !isBug(t)))('$file', check);
  it.fails.each(texts.filter(isBug))('$file has a known bug', check);

  async function check({ file, text }: { file: string; text: string }): Promise<void> {
    const { program } = await loadText({ [file]: text });
    expect(program.shared.map((v) => v.name)).toEqual([...expectation(text, 'SHARED')].sort());
    const reached = new Set(program.accesses.flatMap((a) => a.regions.map((r) => regionName(program, r))));
    for (const name of expectation(text, 'NOT-SHARED')) {
      const isLocal = program.objects.some((o) => o.kind === 'local' && o.name === name);
      expect(isLocal || reached.has(name), `${name} is accessed: ${[...reached].join(', ')}`).toBe(true);
    }
  }
});
