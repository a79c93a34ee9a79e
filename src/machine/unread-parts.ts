// What the model says that nothing depends on (model/unread-data.ts), as objects of the machine: left out where states
// are compared.

import { unreadData } from '../model/unread-data.js';
import type { Machine } from './machine.js';
import type { UnreadParts } from './state-key.js';

/** `outputs`: whether what only devices and unknown functions see matters. */
export function unreadIn({ program, image }: Machine, outputs: Parameters<typeof unreadData>[1]): UnreadParts {
  const { bytes, registers } = unreadData(program, outputs);
  const byObject = [...bytes].flatMap(([symbol, ranges]) => {
    const object = image.symbols.get(symbol);
    return object === undefined ? [] : [[object, ranges] as const];
  });
  return { bytes: new Map(byObject), registers };
}
