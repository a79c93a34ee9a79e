// Where there is no Node: `browser` in package.json puts this in the place of node-host.ts.

import type { Host } from './host.js';

export function thisMachine(): Host {
  throw new Error('there is no disk and no process here: give a host, made by browserHost');
}
