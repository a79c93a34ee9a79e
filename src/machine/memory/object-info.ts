// What is known of an object of memory besides its contents.

import type { Instruction } from '../../ir/instruction.js';
import type { Type } from '../../ir/type.js';
import type { VisibleBytes } from './visible-bytes.js';

export interface ObjectInfo {
  readonly kind: 'device' | 'function' | 'global' | 'local' | 'heap';
  /** For messages: `uart`, `main.buffer`, `malloc at main.c:12`. */
  readonly name: string;
  readonly size: number;
  /** Other contexts may access it: its accesses are steps that others can be interleaved with. */
  readonly visible: boolean;
  /** Of a visible object: the bytes that others may access; absent: all of them. */
  readonly visibleBytes?: VisibleBytes;
  readonly constant: boolean;
  /** Of locals and heap: what allocated it. */
  readonly site?: Instruction;
  /** Of a thread's own: the static object that it is instead of. */
  readonly insteadOf?: number;
  /** Of globals and locals: where its numbers and pointers begin and end. */
  readonly type?: Type;
}
