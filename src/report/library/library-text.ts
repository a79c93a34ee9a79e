// All high-level races of a library, for people: each pair once, grouped by structure, with a shortest execution in
// terms of the C source.

import type { Place } from '../../base/diagnostic.js';
import type { PairConfirmation } from '../../engines/library/confirm/confirm.js';
import type { CriticalAccess } from '../../engines/library/regions.js';
import type { TraceStep } from '../../engines/library/trace.js';
import { shownPath } from '../paths.js';
import { table } from '../table.js';
import type { CheckStyle } from '../text-style.js';
import { wrap } from '../wrap.js';
import { confirmationTexts } from './confirmation-text.js';
import { isSettled, type LibraryRace, type LibraryReport, racingCalls } from './library-report.js';

export function libraryText(report: LibraryReport, { paint, width, detail }: CheckStyle, base: string): string {
  const lines: string[] = [];
  const at = (place: Place): string => `${shownPath(place.file, base)}:${place.line}`;
  for (const structure of report.structures) {
    const races = report.races.filter((race) => race.structure === structure);
    if (races.length === 0) continue;
    lines.push(paint.bold(`${structure}: ${counted(races.length, 'racing pair')}`));
    for (const race of races) {
      lines.push('', ...raceLines(race, at, width));
      if (detail === 'quiet') continue;
      const steps = detail === 'verbose' ? race.trace : essential(race.trace, structure);
      lines.push('', ...traceLines(steps, at));
    }
    lines.push('');
  }
  return `${[...lines, ...summary(report, width)].join('\n')}\n`;
}

function raceLines(race: LibraryRace, at: (place: Place) => string, width: number): readonly string[] {
  const [a, b] = race.accesses;
  const which = (access: CriticalAccess): string => {
    const end = access.last.line === access.first.line ? '' : `-${access.last.line}`;
    const what = access.isWrite ? 'write' : 'read';
    return `${at(access.first)}${end}: ${what} in ${access.function}${access.isSingle ? ', one instruction' : ''}`;
  };
  const functions = race.functions.map(([f, g]) => `${f} / ${g}`).join(', ');
  return [
    `  ${race.id}  (1) ${which(a)}`,
    `  ${' '.repeat(race.id.length)}  (2) ${which(b)}`,
    ...wrap(`called by: ${functions}`, width, '    '),
    ...(race.confirmation === undefined ? [] : confirmationLines(race.confirmation, width)),
  ];
}

/** A schedule is not wrapped: it is copied. */
function confirmationLines(confirmation: PairConfirmation, width: number): readonly string[] {
  return confirmationTexts(confirmation).flatMap((text) =>
    text.startsWith('schedule: ') ? [`    ${text}`] : wrap(text, width, '    '),
  );
}

function traceLines(steps: readonly TraceStep[], at: (place: Place) => string): readonly string[] {
  const rows = steps.map((step) => [
    `    ${'│ '.repeat(step.depth)}${step.process}`,
    step.function,
    stepText(step),
    step.place === undefined ? '' : at(step.place),
  ]);
  return rows.length === 0 ? [] : table(rows[0]!, rows.slice(1));
}

function stepText({ kind, text }: TraceStep): string {
  const verb = { call: 'is called', start: 'starts', return: 'returns', step: '' }[kind];
  return [verb, text].filter((part) => part !== '').join('; ');
}

/** Beginnings and ends of accesses to other structures are left out. */
function essential(trace: readonly TraceStep[], structure: string): readonly TraceStep[] {
  return trace.flatMap((step): TraceStep[] => {
    const parts = step.text.split('; ').flatMap((part) => {
      const accesses = /^(ends|begins) (.*)$/.exec(part);
      if (accesses === null) return part === '' ? [] : [part];
      const kept = accesses[2]!.split(', ').filter((each) => each.endsWith(` of ${structure}`));
      return kept.length === 0 ? [] : [`${accesses[1]} ${kept.join(', ')}`];
    });
    return parts.length === 0 && step.kind === 'step' ? [] : [{ ...step, text: parts.join('; ') }];
  });
}

function summary(report: LibraryReport, width: number): readonly string[] {
  const { search, races, conflicting, functions, statistics } = report;
  const count = (role: string): number => functions.filter((f) => f.role === role).length;
  const tick = functions.find((f) => f.role === 'tick');
  const { statements, calls } = conflicting;
  const ignorable = calls === 0 ? 100 : (100 * (calls - racingCalls(report))) / calls;
  const models =
    search.reduction === 'full'
      ? `the full model of ${counted(search.tasks ?? 0, 'task')}`
      : `${number(search.searched)} of ${counted(search.models, 'reduced model')} (${number(search.named)} with symmetric ones)`;
  const long = [
    `${report.library}: ${counted(count('task'), 'task function')}, ${count('isr')} for interrupts${tick === undefined ? '' : `, and the tick, ${tick.name}`}.`,
    `Searched ${models}: ${number(statistics.states ?? 0)} states, ${number(statistics.transitions ?? 0)} transitions${search.nesting ? '; interrupts nest' : ''}.`,
    `${counted(races.length, 'racing pair')} of statements, of ${number(statements)} conflicting ones; by API functions, ${number(racingCalls(report))} of ${number(calls)}${isSettled(report) ? `: ${ignorable.toFixed(1)} % need no look` : ''}.`,
    ...(report.published === undefined ? [] : [`Published: ${report.published}.`]),
    ...confirmed(report),
    ...(report.benign.length === 0
      ? []
      : [`Not shown, as harmless by description: races on ${report.benign.join(', ')}.`]),
    ...premiseLines(report),
    ...(search.unfinished.length === 0
      ? []
      : [`Not searched whole, with more states than allowed: ${search.unfinished.join(', ')}.`]),
    ...(report.wasInterrupted ? ['It was interrupted: pairs that are not listed are not ruled out.'] : []),
    ...report.assumptions.map((assumption) => `assuming: ${assumption}`),
  ];
  return ['Summary', ...long.flatMap((text) => wrap(text, width, '  '))];

  function premiseLines({ premise: p }: LibraryReport): readonly string[] {
    switch (p.kind) {
      case 'justified':
        return [
          'The reduction is justified: what is not listed races in no application, whatever its number of tasks.',
        ];
      case 'none':
        return [`What is not listed races in no application with up to ${counted(p.tasks, 'task')}.`];
      case 'not-justified':
        return [
          'Reduction not justified: pairs that are not listed are not ruled out. Try --reduction full.',
          ...p.because.map((because) => `- ${because}`),
        ];
    }
  }
}

function confirmed({ races, replay }: LibraryReport): readonly string[] {
  const all = races.flatMap(({ confirmation }) => (confirmation === undefined ? [] : [confirmation]));
  if (all.length === 0) return [];
  const count = (kind: PairConfirmation['kind']): number => all.filter((c) => c.kind === kind).length;
  const harmful = all.filter((c) => c.kind === 'confirmed' && c.harm.kind === 'harmful').length;
  return [
    `On the library itself: ${count('confirmed')} confirmed, of which ${harmful} harmful; ${count('refuted')} refuted; ${count('open')} open.`,
    ...(replay === undefined || count('confirmed') === 0
      ? []
      : [`To replay one, with what --emit harness writes as harness.c: ${replay} --schedule SCHEDULE`]),
  ];
}

function counted(n: number, what: string): string {
  return `${number(n)} ${what}${n === 1 ? '' : 's'}`;
}

function number(n: number): string {
  return n.toLocaleString('en');
}
