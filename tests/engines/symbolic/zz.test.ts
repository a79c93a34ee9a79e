import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { loadProgram } from '../../../src/check.js';
import { readExpectation } from '../../corpus/expectation.js';
import { settingsOf } from '../../corpus/settings.js';
import { cpuTime } from '../../cpu-time.js';
import { checkByExploring, checkSymbolically } from '../check.js';

const corpus = fileURLToPath(new URL('../../corpus/threads/', import.meta.url));
const only = process.env.ONLY ?? '';
describe('threads', () => {
  it.each(readdirSync(corpus).filter((f) => f.endsWith('.c') && f.includes(only)))('%s', { timeout: 300000 }, async (file) => {
    const path = join(corpus, file);
    const settings = settingsOf(readExpectation(readFileSync(path, 'utf8')).options);
    const options = { ...settings.options, properties: ['atomicity', 'race', 'assertion'] as const, arrivals: 1 };
    const loaded = await loadProgram({ ...settings.request, paths: [path] });
    if (loaded.kind === 'failed') throw new Error('x');
    const { program } = loaded.value;
    const limit = (s: number) => { const until = cpuTime() + s * 1000; return () => (cpuTime() > until ? 'too long' : undefined); };
    const explored = await checkByExploring(program, { ...options, isOver: limit(20) });
    const t = cpuTime();
    let line = `${file}: `;
    try {
      const solved = await checkSymbolically(program, { ...options, encoding: 'threads', isOver: limit(60) });
      const ids = (f: typeof explored) => f.findings.map((x) => x.id).sort().join(' ');
      const same = ids(explored) === ids(solved);
      line += `${Math.round(cpuTime() - t)}ms ${same ? 'same' : `DIFF explore ${explored.findings.map((f)=>`${f.kind} ${f.pattern??''} ${f.variable} ${f.accesses.map(a=>a.place?.line+':'+a.place?.column)}`).join(' | ')} /// symbolic ${solved.findings.map((f)=>`${f.kind} ${f.pattern??''} ${f.variable} ${f.accesses.map(a=>a.place?.line+':'+a.place?.column)}`).join(' | ')}`} `;
      line += solved.verdicts.map((v, n) => `${v.property}:${v.kind}${v.kind === explored.verdicts[n]!.kind ? '' : `!${explored.verdicts[n]!.kind}`}${v.kind === 'unknown' ? `(${v.because})` : ''}`).join(' ');
    } catch (e) { line += `ERROR ${(e as Error).stack?.split('\n').slice(0,4).join(' ')}`; }
    console.log(line);
  });
});
