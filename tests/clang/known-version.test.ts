import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KnownVersions } from '../../src/clang/known-version.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'preempt-known-version-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = (name: string, content: string) => {
  const real = join(folder, name);
  writeFileSync(real, content);
  utimesSync(real, 1, 1);
  return { real, identity: `${real} ${content.length} 1000` };
};

describe('versions of clang', () => {
  it('are known again in another run, until the program changes', () => {
    const clang = program('clang-22', '\x7fELF');
    new KnownVersions(folder).keep(clang, '22.1.8');
    expect(new KnownVersions(folder).find(clang)).toBe('22.1.8');
    expect(new KnownVersions(folder).find({ ...clang, identity: 'another' })).toBeUndefined();
    expect(new KnownVersions(undefined).find(clang)).toBeUndefined();
  });

  it.each([
    ['clang-16', '#!/bin/sh\nexec clang-16 "$@"\n'],
    ['ccache', '\x7fELF'],
  ])('of what only starts clang are asked for each time: %s', (name, content) => {
    const wrapper = program(name, content);
    new KnownVersions(folder).keep(wrapper, '16.0.6');
    expect(new KnownVersions(folder).find(wrapper)).toBeUndefined();
  });
});
