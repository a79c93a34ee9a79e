// Metadata straight from IR text, line by line, so that these tests need no parser.

import { readFileSync } from 'node:fs';
import type { DebugInfo, Variable } from '../../src/ir/debug/debug-info.js';
import { readDebugInfo } from '../../src/ir/debug/debug-metadata.js';
import type { MetadataIndex } from '../../src/ir/debug/metadata-index.js';

export function indexOf(text: string): MetadataIndex {
  const nodes = new Map<number, string>();
  for (const [, id, node] of text.matchAll(/^!(\d+) = (.*)$/gm)) nodes.set(Number(id), node as string);
  return {
    text: (id) => nodes.get(id),
    named(name) {
      const operands = new RegExp(`^!${name.replaceAll('.', '\\.')} = !{(.*)}$`, 'm').exec(text)?.[1] ?? '';
      return [...operands.matchAll(/!(\d+)/g)].map(([, id]) => Number(id));
    },
  };
}

export interface FixtureDebug {
  readonly text: string;
  readonly debug: DebugInfo;
  /** By the name of the global in LLVM. */
  global(name: string): Variable;
  /** Id of the first node whose text contains `part`. */
  find(part: string): number;
}

export function readFixture(file: string): FixtureDebug {
  const text = readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8');
  const debug = readDebugInfo(indexOf(text), 'types.c');
  return {
    text,
    debug,
    global(name) {
      const id = new RegExp(`^@${name.replaceAll('.', '\\.')} = .*, !dbg !(\\d+)$`, 'm').exec(text)?.[1];
      const variable = id === undefined ? undefined : debug.globalVariable(Number(id));
      if (variable === undefined) throw new Error(`${file} has no variable ${name}`);
      return variable;
    },
    find(part) {
      const line = text.split('\n').find((each) => /^!\d+ = /.test(each) && each.includes(part));
      if (line === undefined) throw new Error(`${file} has no node with ${part}`);
      return Number(/^!(\d+)/.exec(line)?.[1]);
    },
  };
}
