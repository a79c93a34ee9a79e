// The whole corpus by the symbolic engine: the same findings as the explore engine, and no verdict that contradicts it.
// Where an ISR may be entered again, which no encoding has, it finds no others, and says what is missing. So it does
// where a program with threads is beyond the encoding.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../../src/check.js';
import type { Checked } from '../../../src/engines/engine.js';
import { usualEncoding } from '../../../src/engines/symbolic/ask/encoding.js';
import { missingReentry } from '../../../src/engines/symbolic/reentry.js';
import type { Finding } from '../../../src/findings/finding.js';
import { readExpectation } from '../../corpus/expectation.js';
import { settingsOf } from '../../corpus/settings.js';
import { share } from '../../share.js';
import { checkByExploring, checkSymbolically } from '../check.js';

const corpus = fileURLToPath(new URL('../../corpus/', import.meta.url));

/** Endless executions are beyond it. */
const kinds = readdirSync(corpus, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'unbounded')
  .map((entry) => entry.name)
  .sort();

/** Of two threads that race, either may be the one that is about to. */
function idOf({ id, kind, variable, accesses }: Finding): string {
  const areThreads = kind === 'race' && accesses.every((a) => a.thread !== undefined);
  if (!areThreads) return id;
  return [kind, variable, ...accesses.map((a) => `${a.place?.line}:${a.place?.column}`).sort()].join(' ');
}

/** Reasons of the symbolic engine, and of no other: what it cannot express, or does not look at. */
const own = [
  /cannot express .*/,
  /no formula is made of blocks that are meant to be atomic/,
  /the end of a thread inside of an atomic section is not modelled/,
  /an arbitrary size for malloc is not modelled/,
];

/** What it says so about the program; undefined: nothing. */
function inexpressible({ verdicts: [verdict] }: Checked): string | undefined {
  const because = verdict?.kind === 'unknown' ? verdict.because : undefined;
  return own.flatMap((reason) => because?.match(reason)?.[0] ?? [])[0];
}

function twins(files: readonly string[]): readonly string[] {
  const names = share([...new Set(files.map((file) => file.replace(/_(?:bad|ok)\.c$/, '')))], 8);
  return files.filter((file) => names.includes(file.replace(/_(?:bad|ok)\.c$/, '')));
}

describe.each(kinds)('%s', (kind) => {
  const files = readdirSync(join(corpus, kind)).filter((file) => file.endsWith('.c'));

  // Two by two, so that of each pair of twins both are looked at, or none.
  it.each(twins(files))('%s', async (file) => {
    const path = join(corpus, kind, file);
    const settings = settingsOf(readExpectation(readFileSync(path, 'utf8')).options);
    const { request } = settings;
    // Waiting for ever is left to explore.
    const properties = settings.options.properties.filter((p) => p !== 'deadlock');
    const options = { ...settings.options, properties };
    if (properties.length === 0 || options.unit !== 'task' || !Number.isFinite(options.arrivals)) return;
    if (options.undefined === 'fails') return;
    const loaded = await loadProgram({ ...request, paths: [path] });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
    const { program } = loaded.value;
    const explored = await checkByExploring(program, options);
    const solved = await checkSymbolically(program, { ...options, encoding: usualEncoding(program) });
    const ids = (found: typeof explored): readonly string[] => found.findings.map(idOf).sort();
    const missing = missingReentry(program, options.arrivals) ?? inexpressible(solved);
    if (missing === undefined) expect(ids(solved)).toEqual(ids(explored));
    else expect(ids(explored)).toEqual(expect.arrayContaining([...ids(solved)]));
    for (const [n, verdict] of solved.verdicts.entries()) {
      const other = explored.verdicts[n]!;
      if (missing !== undefined && verdict.kind === 'unknown') {
        expect(verdict.because).toContain(missing);
        continue;
      }
      // An endless main loop ends for it at --unwind rounds.
      if (verdict.kind === 'unknown' && /beyond --unwind/.test(verdict.because)) continue;
      expect(verdict.kind === 'unknown' ? verdict.because : verdict.kind).toBe(
        other.kind === 'unknown' ? other.because : other.kind,
      );
      expect(verdict.undefinedBehaviour?.places).toBe(other.undefinedBehaviour?.places);
      expect(verdict.undefinedBehaviour?.stopped).toEqual(other.undefinedBehaviour?.stopped);
    }
  });
});
