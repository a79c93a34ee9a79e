// Whichever clang compiled it, a program has the same contexts, accesses, footprints and interruption points: the small
// files of tests/language, which cover C as firmware uses it, compiled by the embedded clang, by the oldest supported
// one and by the newest one.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { loadProgram, type Request } from '../../src/check.js';
import { inspectJson } from '../../src/report/inspect-json.js';
import { nativeClangs } from '../native-clangs.js';
import { share } from '../share.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = readdirSync(join(root, 'tests/language'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.c'))
  .sort();

const triples: Readonly<Record<string, string>> = {
  arm: 'thumbv7em-none-eabi',
  avr: 'avr',
  msp430: 'msp430-none-elf',
  riscv32: 'riscv32-unknown-elf',
};

/** What the first lines of a file ask for: `// target: avr`, `// flags: -std=gnu89`. */
function requestFor(file: string): Request {
  const path = join(root, 'tests/language', file);
  const text = readFileSync(path, 'utf8');
  const asked = (name: string): string | undefined =>
    new RegExp(`^// ${name}: (.*)$`, 'm').exec(text.split('\n', 3).join('\n'))?.[1];
  const target = asked('target');
  if (target !== undefined && triples[target] === undefined)
    throw new Error(`${file}: no triple for the target ${target}`);
  const entry = /\bmain\s*\(/.test(text) ? undefined : /^\w[\w ]*?\b(\w+)\s*\([^;{]*\)\s*\{/m.exec(text)?.[1];
  return {
    paths: [path],
    flags: asked('flags')?.split(' ') ?? [],
    cache: false,
    ...(target === undefined ? {} : { target: triples[target]! }),
    ...(entry === undefined ? {} : { entry }),
  };
}

/**
 * Since version 18, clang reads and writes runs of bit-fields in units of other widths: what a field is accessed with
 * is the compiler's choice.
 */
const widthsOfUnits: ReadonlySet<string> = new Set(['bitfield-straddle.c', 'bitfield-wide.c']);

interface Model {
  readonly contexts: unknown;
  readonly shared: readonly { readonly object: string }[];
}

async function modelWith(clang: NonNullable<Request['clang']>, file: string): Promise<Model> {
  const loaded = await loadProgram({ ...requestFor(file), clang });
  if (loaded.kind === 'failed')
    throw new Error(loaded.diagnostics.map((d) => `${d.code}: ${d.message} ${d.detail ?? ''}`).join('\n'));
  return (JSON.parse(inspectJson(loaded.value.program, [], {}, root)) as { program: Model }).program;
}

function withoutWidths({ contexts, shared }: Model): unknown {
  return { contexts, shared: new Set(shared.map((v) => v.object)) };
}

const natives = nativeClangs();
if (natives.length < 2)
  console.warn(
    `clangs-agree: not both clang-16 and a newer clang are installed; compared with: ${natives.map((c) => c.name).join(', ') || 'none'}`,
  );

describe('every clang leads to the same program', () => {
  it('on at least 150 files', () => {
    expect(files.length).toBeGreaterThanOrEqual(150);
  });

  it.concurrent.each(share(files, 3))('%s', async (file) => {
    const [embedded, ...others] = await Promise.all([
      modelWith('embedded', file),
      ...natives.map(({ path }) => modelWith({ path }, file)),
    ]);
    const compared = widthsOfUnits.has(file) ? withoutWidths : (model: Model) => model;
    for (const [n, other] of others.entries()) expect(compared(other), natives[n]!.name).toEqual(compared(embedded!));
  });

  it.runIf(natives[0]?.name === 'clang-16').each([...widthsOfUnits])(
    'but for the widths of units in %s',
    async (file) => {
      expect(await modelWith({ path: natives[0]!.path }, file)).not.toEqual(await modelWith('embedded', file));
    },
  );
});
