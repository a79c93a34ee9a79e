// What earlier programs have left behind counts as memory until it is collected: a later one must not pay for it.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of `limit` megabytes, so many are in use. */
export function freeMemory(megabytes: number, limit: number): void {
  if (megabytes < limit / 4) return;
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
