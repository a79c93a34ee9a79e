// The interpreters against emulators: 320 generated snippets for AVR (simavr) and ARMv7-M (qemu), registers, flags and
// memory compared. npm test looks at every fourth of them. Skipped where the emulator, or a clang that assembles, is
// missing.

import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { nativeClangs } from '../../native-clangs.js';
import { share } from '../../share.js';
import { arm, avr, type Family, interpret } from './emulator.js';
import { armSnippets, avrSnippets, type Snippet } from './snippets.js';

const [clang] = nativeClangs();

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`]);
    return true;
  } catch {
    return false;
  }
}

function hex(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('hex');
}

const families: readonly (readonly [string, string, Family, readonly Snippet[]])[] = [
  ['AVR', 'simavr', avr, avrSnippets(320)],
  ['ARMv7-M', 'qemu-system-arm', arm, armSnippets(320)],
];

for (const [name, emulator, family, all] of families) {
  describe.skipIf(clang === undefined || !isThere(emulator))(`${name} against ${emulator}`, () => {
    it('agrees on registers, flags and memory', { timeout: 300_000 }, async () => {
      const snippets = share(all, 4);
      const expected = family.emulate(clang!.path, snippets);
      expect(expected).toHaveLength(snippets.length);
      const found = await interpret(family, snippets);
      const wrong = snippets.flatMap((snippet, n) =>
        hex(expected[n]!) === hex(found[n]!)
          ? []
          : [[snippet.lines.join('; '), ...[snippet.before, expected[n]!, found[n]!].map(hex)]],
      );
      expect(wrong.slice(0, 6), `${wrong.length}: lines, before, emulated, found`).toEqual([]);
    });
  });
}
