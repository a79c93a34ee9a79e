// Findings like a compiler's errors: what happened with the values that were seen, the accesses numbered in their code
// frames, the execution between them, the harm, a fix, and how to replay it; then the summary. Nothing from the input
// reaches a terminal unchanged.

import { isError } from '../findings/finding.js';
import { codeFrames, type FrameMark, type SourceLines } from './code-frame.js';
import {
  actorOf,
  doesOf,
  functionName,
  harmOf,
  interleavingOf,
  placeOf,
  replayCommand,
  ruleOf,
  severityOf,
  titleOf,
  withLevel,
} from './finding-words.js';
import { fixText } from './fix-text.js';
import { guarded, inert, inertData } from './inert.js';
import type { Report, ReportFinding } from './report.js';
import { rewrittenLoop } from './rewritten-loop.js';
import { summaryText, verdictWords } from './summary-text.js';
import type { CheckStyle } from './text-style.js';
import { timelineText } from './timeline-text.js';
import { isShownInFull, oneLine, workflowText } from './workflow-text.js';
import { wrap } from './wrap.js';

export function checkText(report: Report, style: CheckStyle): string {
  const sections = style.detail === 'quiet' ? quietSections(report, style) : sectionsOf(report, style);
  const cost = style.isStats ? Object.entries(report.statistics).map(([name, value]) => `  ${name} ${value}\n`) : [];
  return guarded(`${sections.map((lines) => lines.join('\n')).join('\n\n')}\n${cost.join('')}`);
}

function sectionsOf(report: Report, style: CheckStyle): string[][] {
  const source = sourceLines(report);
  const shown = report.findings.filter(isShownInFull);
  const isWhole = (f: ReportFinding): boolean => style.detail === 'verbose' || isError(f);
  return [
    ...shown.filter(isWhole).map((f) => findingText(report, f, source, style)),
    ...notesText(
      shown.filter((f) => !isWhole(f)),
      style,
    ),
    ...candidatesText(report, style),
    ...workflowText(report, style),
    summaryText(report, style),
  ];
}

/** One line each: what they are, and why they are no errors. */
function notesText(notes: readonly ReportFinding[], { paint, width }: CheckStyle): string[][] {
  if (notes.length === 0) return [];
  const count = notes.length === 1 ? '1 note' : `${notes.length} notes`;
  return [
    [
      paint.bold(`${count}, no harm shown (--verbose shows ${notes.length === 1 ? 'it' : 'them'} whole)`),
      ...notes.flatMap((f) => wrap(`${oneLine(f)}: ${inert(f.harmReason ?? '')}`, width, '  ', '    ')),
    ],
  ];
}

/** What is only suspected, and why. */
function candidatesText({ candidates }: Report, { paint, width }: CheckStyle): string[][] {
  if (candidates.length === 0) return [];
  const count = candidates.length === 1 ? '1 candidate' : `${candidates.length} candidates`;
  return [
    [
      paint.bold(`${count}, not believed without more`),
      ...candidates.flatMap((f) => wrap(`${oneLine(f)}: ${inert(f.message ?? '')}`, width, '  ', '    ')),
    ],
  ];
}

/** Each file is taken apart once. */
export function sourceLines({ sources }: Report): SourceLines {
  const split = new Map<string, readonly string[]>();
  return (file) => {
    const text = sources.get(file);
    if (text === undefined) return undefined;
    if (!split.has(file)) split.set(file, text.split('\n'));
    return split.get(file);
  };
}

/** One line for each finding, one for each verdict. */
function quietSections(report: Report, style: CheckStyle): string[][] {
  const findings = report.findings.filter(isShownInFull).map((f) => {
    const interleaving = inert(interleavingOf(f));
    return `${heading(f, style)}${interleaving === '' ? '' : `: ${interleaving}`}`;
  });
  const verdicts = report.verdicts.map((v) => `${v.property.padEnd(9)}  ${inert(verdictWords(v, report.findings))}`);
  return [...(findings.length === 0 ? [] : [findings]), ...workflowText(report, style), verdicts];
}

function heading(f: ReportFinding, { paint }: CheckStyle): string {
  const severity = severityOf(f);
  const place = placeOf(f);
  return `${paint.bold(inert(place === '' ? 'preempt' : place))}: ${paint[severity](`${severity}:`)} ${paint.bold(inert(titleOf(f)))}`;
}

/** Lines. */
export function findingText(report: Report, f: ReportFinding, source: SourceLines, style: CheckStyle): string[] {
  const { width } = style;
  const interleaving = interleavingOf(f);
  const harm = harmOf(f);
  const loop = rewrittenLoop(f, source);
  const frames = codeFrames(marksOf(report, f), source, style);
  const timeline = timelineText(f, report.program.contexts[0]?.name ?? 'main', style);
  const fix = f.explanation?.fix;
  const rule = capitalised(ruleOf(f));
  // What an assertion says is in the title already.
  const sentence = inert(
    interleaving === '' ? rule : f.kind === 'assertion' ? interleaving : `${rule}: ${interleaving}`,
  );
  return [
    heading(f, style),
    ...wrap(`${sentence}.`, width, '  '),
    ...(harm === undefined ? [] : wrap(inert(harm), width, '  harm: ')),
    ...(loop === undefined ? [] : wrap(inert(`as if it said: ${loop}`), width, '        ')),
    '',
    ...frames,
    ...(timeline.length === 0 ? [] : ['', ...timeline]),
    '',
    ...(fix === undefined ? [] : [...fixText(fix, source, style), '']),
    ...(f.driven === undefined ? [] : wrap(inert(`the harness calls ${f.driven.join(', ')}`), width, '  driven:   ')),
    `  schedule: ${inert(f.schedule === '' ? 'no interrupt, no input' : f.schedule)}`,
    `  replay:   ${inert(replayCommand(report, f))}`,
  ];
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Each context's level is said once. */
function marksOf(report: Report, f: ReportFinding): readonly FrameMark[] {
  const accesses = inertData(f.accesses);
  return f.accesses.flatMap((access, n): FrameMark[] => {
    const a = accesses[n]!;
    if (access.place === undefined) return [];
    const isFirst = accesses.findIndex((other) => actorOf(other) === actorOf(a)) === n;
    return [
      {
        place: access.place,
        function: inert(functionName(report, access)),
        number: f.kind === 'assertion' ? '' : `(${n + 1})`,
        who: isFirst ? inert(withLevel(report, access)) : actorOf(a),
        does: inert(doesOf(f, n)),
      },
    ];
  });
}
