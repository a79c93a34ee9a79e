// The models that come with Preempt: they compile for every target, and the names that a model is chosen by are those
// that it defines.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/clang/compile.js';
import { packageRoot } from '../../src/clang/package-root.js';
import { projectOf } from '../../src/clang/project.js';
import { parseModule } from '../../src/ir/parse/parse.js';
import { TypeTable } from '../../src/ir/type-table.js';
import { definedFunctions, environmentModels } from '../../src/model/environment.js';
import { valueOrThrow } from '../clang/workspace.js';

const include = join(packageRoot, 'include');
const folder = join(include, 'models');
const targets = ['avr', 'msp430-none-elf', 'arm-none-eabi', 'riscv32-unknown-elf', 'x86_64-unknown-linux-gnu'];

async function modules(target: string) {
  const units = environmentModels.map(({ file }) => ({
    kind: 'c' as const,
    file: join(folder, file),
    directory: folder,
    arguments: [],
  }));
  const compiled = await compile(units, {
    clang: 'embedded',
    project: projectOf([folder]),
    target,
    includeDirectories: [join(include, 'libc'), join(include, 'preempt')],
    extraArguments: [],
  });
  const types = new TypeTable();
  return valueOrThrow(compiled).map((unit) => valueOrThrow(parseModule(unit.ir, unit.file, types)));
}

describe('environment models', () => {
  it('are all known', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.c'));
    expect(environmentModels.map((m) => m.file).sort()).toEqual(files.sort());
  });

  it.each(targets)('define for %s what they are chosen by, and no name twice', async (target) => {
    const compiled = await modules(target);
    const all: string[] = [];
    for (const [n, { file }] of environmentModels.entries()) {
      const bodies = [...compiled[n]!.functions.values()].filter((fn) => fn.blocks.length > 0);
      const external = bodies.filter((fn) => fn.linkage !== 'internal').map((fn) => fn.name);
      const named = definedFunctions(readFileSync(join(folder, file), 'utf8'));
      expect([...named].sort()).toEqual(external.sort());
      expect(named).not.toEqual([]);
      expect(bodies.flatMap((fn) => fn.problems)).toEqual([]);
      all.push(...named);
    }
    expect(all.length).toBe(new Set(all).size);
  });
});
