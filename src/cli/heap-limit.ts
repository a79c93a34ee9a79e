// V8 ends the process when its heap is full, long before the memory that a user allows may be used: its own limit has
// to be above that.

import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Beside the heap: code, stacks, WebAssembly. */
const RESERVE_MB = 512;

export function allowHeap(megabytes: number): void {
  if (getHeapStatistics().heap_size_limit < megabytes * 2 ** 20)
    setFlagsFromString(`--max-old-space-size=${megabytes + RESERVE_MB}`);
}
