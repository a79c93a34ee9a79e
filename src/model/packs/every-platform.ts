// What holds on every platform: Preempt's own intrinsics, the SV-COMP ones and allocation. Libraries of threads are
// C that uses the intrinsics: environment.ts.

import type { Effect } from '../platform.js';

const arg = (argument: number) => ({ argument });
const nondet: Effect[] = [{ kind: 'nondet' }];
const widths = ['bool', 'u8', 'i8', 'u16', 'i16', 'u32', 'i32', 'u64', 'i64', 'float', 'double', 'pointer'];
const verifierTypes = [
  'bool',
  'char',
  'uchar',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
  'longlong',
  'ulonglong',
  'float',
  'double',
  'pointer',
  'size_t',
  'loff_t',
  'unsigned',
  'u8',
  'u16',
  'u32',
  'u64',
  's8',
  's16',
  's32',
  's64',
  'unsigned_char',
  'unsigned_int',
];

/** What they are given, or that they are reached, decides: see `assertionShape`. */
const assertions = [
  'assert',
  '_assert',
  '__assert',
  'assert_param',
  'configASSERT',
  '__VERIFIER_assert',
  '__CPROVER_assert',
  'preempt_assert',
];

/** Called when a condition did not hold: by the macros of C libraries, and of vendors' and RTOS's headers. */
const failures = [
  '__assert_fail',
  '__assert_perror_fail',
  '__assert_func',
  '__assert13',
  '__assert_rtn',
  '_wassert',
  '__aeabi_assert',
  '_abort_msg',
  'assert_failed',
  'vAssertCalled',
  'assert_nrf_callback',
  'assert_post_action',
  'mbed_assert_internal',
  '__error__',
];

/** They are told what to do when the program ends. */
const atExit = ['atexit', 'on_exit', 'at_quick_exit', '__cxa_atexit', '__cxa_thread_atexit', '__aeabi_atexit'];

export const commonFunctions: Readonly<Record<string, readonly Effect[]>> = {
  preempt_spawn: [{ kind: 'spawn', entry: arg(0), parameter: arg(1) }],
  preempt_spawn_through: [{ kind: 'spawn', runner: arg(0), entry: arg(1), parameter: arg(2) }],
  preempt_block: [{ kind: 'block' }],
  preempt_spin: [{ kind: 'block', spins: true }],
  preempt_atomic_begin: [{ kind: 'atomic-begin' }],
  preempt_atomic_end: [{ kind: 'atomic-end' }],
  preempt_expect_atomic_begin: [{ kind: 'expect-atomic-begin', block: arg(0) }],
  preempt_expect_atomic_end: [{ kind: 'expect-atomic-end' }],
  preempt_self: [{ kind: 'self' }],
  preempt_in_isr: [{ kind: 'in-isr' }],
  preempt_exit: [{ kind: 'thread-exit' }],
  preempt_set_thread_priority: [{ kind: 'thread-priority', thread: arg(0), value: arg(1) }],
  preempt_get_thread_priority: [{ kind: 'read-thread-priority', thread: arg(0) }],
  preempt_unknown_thread_priority: [{ kind: 'unknown-thread-priority', text: arg(0) }],
  preempt_by_priority: [{ kind: 'by-priority' }],
  preempt_yield: [{ kind: 'yield' }],
  preempt_sleep: [{ kind: 'sleep' }],
  preempt_acquired: [{ kind: 'acquired', lock: arg(0) }],
  preempt_acquired_shared: [{ kind: 'acquired', lock: arg(0), isShared: true }],
  preempt_released: [{ kind: 'released', lock: arg(0) }],
  preempt_waits_for_lock: [{ kind: 'waits-for', lock: arg(0), size: arg(1) }],
  preempt_misuse: [{ kind: 'misuse', text: arg(0) }],
  preempt_unmodelled: [{ kind: 'unmodelled', text: arg(0) }],
  preempt_mask: [{ kind: 'disable', irq: arg(0) }],
  preempt_unmask: [{ kind: 'enable', irq: arg(0) }],
  preempt_set_global_mask: [{ kind: 'write-mask', value: arg(0), bit: 0, openWhen: 0 }],
  preempt_get_global_mask: [{ kind: 'read-mask', bit: 0, openWhen: 0 }],
  preempt_set_ceiling: [{ kind: 'set-ceiling', value: arg(0) }],
  preempt_get_ceiling: [{ kind: 'read-ceiling' }],
  preempt_pend: [{ kind: 'pend', irq: arg(0) }],
  preempt_unpend: [{ kind: 'unpend', irq: arg(0) }],
  preempt_arrive: [{ kind: 'arrive', handler: arg(0) }],
  preempt_assume: [{ kind: 'assume' }],
  preempt_fail: [{ kind: 'fail' }],
  preempt_critical_begin: [{ kind: 'critical-begin', structure: arg(0), write: arg(1) }],
  preempt_critical_end: [{ kind: 'critical-end' }],
  ...Object.fromEntries(widths.map((w) => [`preempt_nondet_${w}`, nondet])),
  ...Object.fromEntries(verifierTypes.map((t) => [`__VERIFIER_nondet_${t}`, nondet])),
  rand: nondet,
  __VERIFIER_assume: [{ kind: 'assume' }],
  assume_abort_if_not: [{ kind: 'assume' }],
  __CPROVER_assume: [{ kind: 'assume' }],
  __VERIFIER_error: [{ kind: 'fail' }],
  reach_error: [{ kind: 'fail' }],
  __VERIFIER_atomic_begin: [{ kind: 'atomic-begin' }],
  __VERIFIER_atomic_end: [{ kind: 'atomic-end' }],
  ...Object.fromEntries(assertions.map((name) => [name, [{ kind: 'assert' }]])),
  ...Object.fromEntries(failures.map((name) => [name, [{ kind: 'fail' }]])),
  abort: [{ kind: 'exit' }],
  exit: [{ kind: 'exit' }],
  _exit: [{ kind: 'exit' }],
  _Exit: [{ kind: 'exit' }],
  quick_exit: [{ kind: 'exit' }],
  ...Object.fromEntries(atExit.map((name) => [name, [{ kind: 'at-exit' }]])),
  malloc: [{ kind: 'allocate', size: arg(0) }],
  calloc: [{ kind: 'allocate' }],
  realloc: [{ kind: 'allocate', size: arg(1) }],
  aligned_alloc: [{ kind: 'allocate', size: arg(1) }],
  free: [{ kind: 'free', pointer: arg(0) }],
  __cxa_pure_virtual: [{ kind: 'fail' }],
  __cxa_deleted_virtual: [{ kind: 'fail' }],
  signal: [{ kind: 'register-isr', irq: arg(0), handler: arg(1) }],
};

/**
 * Registration of handlers by any name that says so, e.g. `attachInterrupt(0, f, 1)`, `request_irq(5, f)`,
 * `timer_set_callback_isr(f)`: only functions without a body, called with a function as an argument.
 */
export const registrationName =
  /(?:attach|register|request|install|connect|set|add|hook)\w*(?:irq|isr|interrupt|vector)|(?:irq|isr|interrupt|vector)\w*(?:attach|register|request|install|connect|set|add|hook|handler)/i;
