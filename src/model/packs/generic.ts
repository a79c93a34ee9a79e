// No particular machine: `enable_isr(n)` / `disable_isr(n)` set and clear own flags (−1: all), priorities nest.
// This is the notation of the ESEC/FSE 2023 paper; its `isr_2` has irq 2 and priority 2.

import { completed } from '../platform.js';

export const generic = completed({
  name: 'generic',
  title: 'no particular machine: own flags and priorities',
  target: 'x86_64-unknown-linux-gnu',
  detect: {},
  atomicBytes: 0,
  nesting: { kind: 'priority' },
  globalMask: 'absent',
  priorities: { order: 'level' },
  handlers: [{ pattern: '^(?:\\w*_)?[iI][sS][rR]_?(\\d+)$', irq: '$1', priority: '$1' }],
  vectorTables: { sections: ['vector', 'intvec', 'isr_?table'], firstIrq: 0 },
  functions: {
    enable_isr: [{ kind: 'enable', irq: { argument: 0 } }],
    disable_isr: [{ kind: 'disable', irq: { argument: 0 } }],
  },
});
