// `preempt library --format json`, for programs. Schema 1; fields are added, never renamed. Pairs are candidates in the
// sense of the other reports: models have them. Those that --confirm has made happen are replayed, with a schedule.

import type { Place } from '../../base/diagnostic.js';
import { diagnosticJson } from '../inspect-json.js';
import { jsonText } from '../json-text.js';
import { shownPath } from '../paths.js';
import { isSettled, type LibraryReport, racingCalls } from './library-report.js';

export function libraryJson(report: LibraryReport, base: string): string {
  const at = ({ file, line, column }: Place) => ({ file: shownPath(file, base), line, column });
  const { search, premise, races, conflicting } = report;
  return jsonText(
    {
      schema: 1,
      version: report.version,
      library: report.library,
      ...(report.published === undefined ? {} : { published: report.published }),
      functions: report.functions,
      structures: report.structures,
      benign: report.benign,
      search,
      premise,
      settled: isSettled(report),
      pairs: { racing: { statements: races.length, calls: racingCalls(report) }, conflicting },
      candidates: races.map(({ id, structure, accesses, functions, model, trace, confirmation }) => ({
        id,
        kind: 'high-level-race',
        structure,
        replayed: confirmation?.kind === 'confirmed',
        ...(confirmation === undefined ? {} : { confirmation }),
        accesses: accesses.map(({ first, last, ...access }) => ({
          operation: access.isWrite ? 'W' : 'R',
          function: access.function,
          ...at(first),
          lastLine: last.line,
          single: access.isSingle,
        })),
        functions,
        model,
        trace: trace.map(({ place, ...step }) => ({ ...step, ...(place === undefined ? {} : at(place)) })),
      })),
      ...(report.replay === undefined ? {} : { replay: report.replay }),
      assumptions: report.assumptions,
      diagnostics: report.diagnostics.map((d) => diagnosticJson(d, base)),
      interrupted: report.wasInterrupted,
      statistics: report.statistics,
    },
    2,
  );
}
