// Reports made by hand, for what no small program shows: hostile names, long executions, fixes.

import type { Report, ReportAccess, ReportFinding, TimelineEntry } from '../../src/report/report.js';

export function madeReport(report: Partial<Report> = {}): Report {
  return {
    tool: { name: 'preempt', version: '1.2.3' },
    command: 'main.c',
    program: {
      ...emptyProgram,
      contexts: [madeContext('main', 0), madeContext('ADC', 1)],
    },
    verdicts: [],
    findings: [],
    candidates: [],
    diagnostics: [],
    statistics: {},
    sources: new Map(),
    wasInterrupted: false,
    ...report,
  };
}

const emptyProgram: Report['program'] = {
  platform: 'generic',
  target: { triple: 'any', pointerBytes: 4, atomicBytes: 4, littleEndian: true, evidence: 'test' },
  nesting: { kind: 'priority' },
  globalMask: 'absent',
  contexts: [],
  interruptsInitially: {},
  suggestions: [],
  shared: [],
  operations: [],
  accesses: [],
  footprints: [],
  interruptionPoints: { main: 0, isr: 0, points: [] } as unknown as Report['program']['interruptionPoints'],
  assumptions: [],
} as unknown as Report['program'];

function madeContext(name: string, priority: number): Report['program']['contexts'][number] {
  return {
    name,
    kind: priority === 0 ? 'main' : 'isr',
    function: name,
    irq: priority === 0 ? null : priority,
    priority,
    priorityEvidence: 'test',
    evidence: 'test',
  } as Report['program']['contexts'][number];
}

/** `RWW` on count: main reads 3 on line 2, ADC writes 4 on line 6, main writes 3 on line 2. */
export function madeFinding(finding: Partial<ReportFinding> = {}): ReportFinding {
  return {
    id: 'atomicity RWW count',
    fingerprint: 'f',
    kind: 'atomicity',
    pattern: 'RWW',
    variable: 'count',
    example: 'count',
    harm: 'harmful',
    difference: 'count ends as 3; with the preemption before or after line 2 it ends as 4',
    engine: 'explore',
    schedule: '1:ADC 4.',
    accesses: [madeAccess('R', 'main', 2, '3'), madeAccess('W', 'ADC', 6, '4'), madeAccess('W', 'main', 2, '3')],
    status: 'open',
    ...finding,
  };
}

export function madeAccess(operation: 'R' | 'W', context: string, line: number, value?: string): ReportAccess {
  return {
    operation,
    context,
    priority: context === 'main' ? 0 : 1,
    function: context,
    place: { file: 'main.c', line, column: 5 },
    value,
  };
}

export const madeSource = ['int main(void) {', '    count++;', '}', '', 'void ADC(void) {', '    count++;', '}'].join(
  '\n',
);

export function madeEntry(entry: Partial<TimelineEntry> & Pick<TimelineEntry, 'kind' | 'text'>): TimelineEntry {
  return {
    step: 0,
    depth: 0,
    context: 'main',
    function: 'main',
    place: { file: 'main.c', line: 2, column: 5 },
    effects: [],
    changed: {},
    ...entry,
  };
}
