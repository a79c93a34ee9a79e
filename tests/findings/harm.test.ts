// Harm: programs that say in a comment what one of their violations must come to.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../src/check.js';
import { checkByExploring } from '../engines/check.js';

const folder = 'tests/findings/harm';

async function findingsOf(file: string) {
  const loaded = await loadProgram({ paths: [file], interrupts: 'on' });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
  const { findings } = await checkByExploring(loaded.value.program, {
    properties: ['atomicity'],
    reduction: 'reduced',
    arrivals: 1,
    unwind: 3,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  return findings;
}

describe('harm', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.c')))('%s', async (name) => {
    const file = `${folder}/${name}`;
    const expected = /\/\/ ([RW]{3} \w+ (?:not-shown-)?harmful)/.exec(readFileSync(file, 'utf8'))?.[1];
    const findings = await findingsOf(file);
    expect(findings.map((f) => `${f.pattern} ${f.variable} ${f.harm}`)).toContain(expected);
    for (const f of findings) {
      expect(f.difference !== undefined).toBe(f.harm === 'harmful');
      expect(f.harmReason !== undefined).toBe(f.harm !== 'harmful');
    }
  });

  it("finds the paper's violations, whose branches have no effects", async () => {
    const findings = await findingsOf('tests/language/papers/exa.c');
    const rows = findings.map((f) => `${f.accesses.map((a) => `${a.operation}${a.place?.line}`).join(' ')} ${f.harm}`);
    expect(rows).toEqual(['R5 W11 R7 not-shown-harmful', 'R5 W17 R7 not-shown-harmful']);
  });

  it('says what came out otherwise', async () => {
    const [finding] = await findingsOf(`${folder}/lost-update.c`);
    expect(finding?.difference).toBe('x ends as 1; with the preemption before or after line 4 it ends as 2');
  });
});
