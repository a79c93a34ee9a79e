// Harm of atomicity findings: small programs that say at their end which findings they have, which of them are harmful
// and why, in the order in which they are reported. Their first comment lines may say how they are run, as litmus
// programs do.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProgram, type Request } from '../../src/check.js';
import type { Finding } from '../../src/findings/finding.js';
import { buildReport } from '../../src/report/build-report.js';
import { checkJson } from '../../src/report/check-json.js';
import { checkText } from '../../src/report/check-text.js';
import { plainStyle } from '../../src/report/text-style.js';
import { type CheckOptions, checkByExploring } from '../engines/check.js';

const options: CheckOptions = {
  properties: ['atomicity'],
  reduction: 'reduced',
  arrivals: 1,
  unwind: 3,
  unit: 'task',
  effect: 'reaching',
  races: 'default',
  isOver: () => undefined,
};

async function check(request: Request, unit: 'task' | 'function' = 'task') {
  const loaded = await loadProgram({ interrupts: 'on', ...request });
  if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
  const { program } = loaded.value;
  return { program, ...(await checkByExploring(program, { ...options, unit })) };
}

function summary(f: Finding): string {
  return `${f.harm}: ${f.pattern} ${f.variable} ${f.accesses.map((a) => a.place?.line).join(' ')}`;
}

const folder = fileURLToPath(new URL('harm-outcomes/', import.meta.url));

describe('outcomes of moving the preemption', () => {
  it.each(readdirSync(folder).filter((name) => name.endsWith('.c')))('%s', async (file) => {
    const text = readFileSync(`${folder}${file}`, 'utf8');
    const all = (field: string): readonly string[] =>
      [...text.matchAll(new RegExp(`^// ${field}: (.*)$`, 'gm'))].map((match) => match[1]!);
    const platform = all('platform')[0];
    const isrs = all('isr').map((line) => {
      const [name, irq, priority] = line.split(':');
      return { function: name!, irq: Number(irq), priority: Number(priority) };
    });
    const request = {
      paths: [`${folder}${file}`],
      isrs,
      interrupts: (all('interrupts')[0] ?? 'on') as 'on' | 'off',
      ...(platform === undefined ? {} : { platform }),
    };
    const { findings } = await check(request, (all('unit')[0] ?? 'task') as 'task' | 'function');
    const expected = [...text.matchAll(/^\/\/ ((?:not-shown-)?harmful): (.*)$/gm)].map((m) => `${m[1]}: ${m[2]}`);
    expect(expected).not.toEqual([]);
    expect(findings.map(summary)).toEqual(expected);
    expect(findings.flatMap((f) => f.difference ?? [])).toEqual(all('because'));
  });

  it('reaches the reader', async () => {
    const { program, verdicts, findings } = await check({ paths: [`${folder}endless.c`] });
    const built = await buildReport({
      program,
      verdicts,
      findings: findings.map((f) => ({ ...f, engine: 'explore' })),
      candidates: [],
      diagnostics: [],
      statistics: {},
      version: '0',
      command: '',
      wasInterrupted: () => false,
      base: '/',
      readSource: () => undefined,
      isExplained: true,
    });
    const text = checkText(built, { ...plainStyle, width: 200 });
    expect(text).toContain(
      'harm: no serial order gives this: count ends as 0; with the preemption before or after line 7 it ends as 1',
    );
    expect(text).toContain('it has the same effects as with the preemption before line 6');
    const report = JSON.parse(checkJson(built)) as {
      findings: readonly { harm: string; difference?: string }[];
    };
    expect(report.findings.map((f) => [f.harm, f.difference !== undefined])).toEqual([
      ['harmful', true],
      ['not-shown-harmful', false],
    ]);
  });
});
