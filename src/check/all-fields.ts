// Races on each field of a structure by KISS (PLDI 2004, §6): one small program for each, with the dispatch routines
// that its race could be between, as plain data, so that they can be checked anywhere and beside one another. What
// none can be between needs no search.

import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { fieldsOf, recordsOf } from '../engines/sequentialize/distinguished.js';
import { MAY_MISS, ONE_RACE } from '../engines/sequentialize/engine.js';
import type { Program } from '../model/program.js';
import type { Report } from '../report/report.js';
import { type Slice, sliceFor } from './dispatch-slice.js';
import type { CheckRequest } from './request.js';

export interface FieldResult {
  readonly field: string;
  readonly result: 'race' | 'no race' | 'unresolved';
  readonly because: string;
}

/**
 * One for each field of a structure that the program has; without a request where no two routines that may run at the
 * same time access it, one of them writing.
 */
export function fieldQuestions<R extends CheckRequest>(
  program: Program,
  struct: string,
  request: R,
): Result<readonly { readonly field: string; readonly request: R | undefined }[]> {
  const records = recordsOf(program);
  const record = records.get(struct);
  if (record === undefined) {
    const names = [...records.keys()].slice(0, 8).join(', ');
    return failed(errorAt('bad-option', `--all-fields ${struct}: no such structure; there are ${names || 'none'}`));
  }
  return ok(
    fieldsOf(record).map((variable) => {
      const { dispatch } = request;
      const slice: Slice = dispatch === undefined ? { kind: 'whole' } : sliceFor(program, dispatch, variable);
      const one = { ...request, properties: ['race'] as const, watched: variable.name, fix: false, explain: false };
      switch (slice.kind) {
        case 'no pair':
          return { field: variable.name, request: undefined };
        case 'sliced':
          return { field: variable.name, request: { ...one, dispatch: slice.dispatch } };
        case 'whole':
          return { field: variable.name, request: one };
      }
    }),
  );
}

/** No search was needed. */
export function unaccessed(field: string): FieldResult {
  return {
    field,
    result: 'no race',
    because: 'no two routines that may meet access it, one writing and one outside of atomic sections',
  };
}

/** What the check of one field says about it. */
export function fieldResult(field: string, checked: Result<Report>): FieldResult {
  if (checked.kind === 'failed')
    return { field, result: 'unresolved', because: checked.diagnostics.map((d) => d.message).join('; ') };
  const { findings, verdicts } = checked.value;
  const [finding] = findings;
  if (finding !== undefined) {
    const at = finding.accesses.map(
      (a) => `${a.context} ${a.operation === 'R' ? 'reads' : 'writes'} in line ${a.place?.line ?? 0}`,
    );
    return { field, result: 'race', because: at.join(', ') };
  }
  const [verdict] = verdicts;
  const reasons = verdict?.kind === 'unknown' ? verdict.because.split('; ') : [];
  const others = reasons.filter((reason) => !usual.some((each) => reason.startsWith(each)));
  return { field, result: others.length === 0 ? 'no race' : 'unresolved', because: others.join('; ') };
}

/** Of every answer of KISS. */
const usual = [MAY_MISS, ONE_RACE];
