// Entries and findings as the components of the HTML report get them, made by hand.

import type { ShownAccess, ShownEntry } from '../../../../src/report/html/client/decode.js';

/** Main reads x. */
export function shownEntry(entry: Partial<ShownEntry> = {}): ShownEntry {
  return {
    kind: 'access',
    step: 0,
    depth: 0,
    context: 'main',
    function: 'main',
    place: { file: 'a.c', line: 1, column: 1 },
    text: '',
    operation: 'R',
    variable: 'x',
    value: '0',
    effects: [],
    mark: undefined,
    because: undefined,
    changed: new Map(),
    locks: new Map(),
    awaited: undefined,
    ...entry,
  };
}

export function shownAccess(access: Partial<ShownAccess> = {}): ShownAccess {
  return {
    operation: 'R',
    context: 'main',
    priority: 0,
    function: 'main',
    place: { file: 'a.c', line: 1, column: 1 },
    does: 'reads 0',
    ...access,
  };
}
