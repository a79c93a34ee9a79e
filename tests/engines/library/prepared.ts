// Libraries as tests need them: C text and a description, all the way to a report.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { libraryRaces, prepareLibrary } from '../../../src/check/library-races.js';
import type { LibraryRequest } from '../../../src/check/library-request.js';
import { thisMachine } from '../../../src/clang/node-host.js';
import { type Description, descriptionSchema } from '../../../src/engines/library/description.js';
import type { LibraryModel } from '../../../src/engines/library/reduced-model.js';
import type { LibraryCode } from '../../../src/engines/library/walk.js';
import type { LibraryReport } from '../../../src/report/library/library-report.js';

type Wish = Partial<Omit<LibraryRequest, 'paths' | 'description'>>;

export const smallKernel: Description = descriptionSchema().parse(
  parse(readFileSync('examples/library/kernel.json', 'utf8')),
);

export function kernelRequest(wish: Wish = {}): LibraryRequest {
  return requestFor(['examples/library/kernel.c'], smallKernel, wish);
}

function requestFor(paths: readonly string[], description: Description, wish: Wish): LibraryRequest {
  const usual = {
    derive: false,
    reduction: 'reduced',
    tasks: 2,
    nesting: false,
    memory: 2048,
    mostStates: 1e7,
  } as const;
  return { paths, description, descriptionFile: 'test.json', jobs: 1, ...usual, ...wish };
}

async function withText<T>(text: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-library-'));
  try {
    writeFileSync(join(folder, 'test.c'), text);
    return await work(join(folder, 'test.c'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function reportOf(request: LibraryRequest): Promise<LibraryReport> {
  const found = await libraryRaces(request, { host: thisMachine() });
  if (found.kind === 'failed') throw new Error(found.diagnostics.map((d) => d.message).join('\n'));
  return found.value;
}

export function reportOfText(text: string, description: Description, wish: Wish = {}): Promise<LibraryReport> {
  return withText(text, (file) => reportOf(requestFor([file], description, wish)));
}

export async function modelOf(request: LibraryRequest): Promise<{ code: LibraryCode; library: LibraryModel }> {
  const prepared = await prepareLibrary(request, thisMachine());
  if (prepared.kind === 'failed') throw new Error(prepared.diagnostics.map((d) => d.message).join('\n'));
  return prepared.value;
}

export function modelOfText(text: string, description: Description, wish: Wish = {}) {
  return withText(text, (file) => modelOf(requestFor([file], description, wish)));
}

/** `structure: function / function`, sorted: the statements by the functions that they are in. */
export function pairsOf({ races }: LibraryReport): readonly string[] {
  return races
    .map(
      ({ structure, accesses }) =>
        `${structure}: ${accesses
          .map((a) => `${a.isWrite ? 'W' : 'R'} ${a.function}`)
          .sort()
          .join(' / ')}`,
    )
    .sort();
}
