// The report of a run whose limits were reached before there was a program to look at: every verdict is unknown, and
// says why.

import type { Diagnostic } from '../base/diagnostic.js';
import type { Property } from '../findings/finding.js';
import { arrivalBound } from '../findings/verdict.js';
import { diagnosticJson, type ProgramJson } from './inspect-json.js';
import type { Report } from './report.js';

export interface UnloadedRun {
  readonly properties: readonly Property[];
  /** Infinity for no bound. */
  readonly arrivals: number;
  /** `the time limit of 60 s was reached while modelling`. */
  readonly because: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly statistics: Readonly<Record<string, number>>;
  readonly version: string;
  readonly command: string;
  readonly wasInterrupted: boolean;
  readonly base: string;
}

export function reportWithoutProgram(run: UnloadedRun): Report {
  const { properties, arrivals, because, statistics, version, command, wasInterrupted } = run;
  return {
    tool: { name: 'preempt', version },
    command,
    program: nothing,
    verdicts: properties.map((property) => ({
      property,
      kind: 'unknown',
      engine: 'none',
      bounds: { arrivals: arrivalBound(arrivals) },
      assumptions: [],
      because,
    })),
    findings: [],
    candidates: [],
    diagnostics: run.diagnostics.map((d) => diagnosticJson(d, run.base)),
    statistics,
    sources: new Map(),
    wasInterrupted,
  };
}

const nothing: ProgramJson = {
  platform: 'unknown',
  target: { triple: 'unknown', pointerBytes: 0, atomicBytes: 0, littleEndian: true, evidence: 'not looked at' },
  nesting: { kind: 'none' },
  globalMask: 'absent',
  contexts: [],
  interruptsInitially: {},
  suggestions: [],
  shared: [],
  operations: [],
  accesses: [],
  footprints: [],
  interruptionPoints: { locations: 0, operations: 0, points: [] },
  assumptions: [],
};
