// The races of a library as one HTML file without any script: for each structure a matrix of API functions, each cell
// a link to its pairs, each pair with its execution. Its policy lets it load nothing; whatever a name contains stays
// text.

import type { Place } from '../../base/diagnostic.js';
import { base64Hash } from '../../base/hash.js';
import type { TraceStep } from '../../engines/library/trace.js';
import { inert } from '../inert.js';
import { shownPath } from '../paths.js';
import { confirmationTexts } from './confirmation-text.js';
import { isSettled, type LibraryRace, type LibraryReport } from './library-report.js';

const style = `
:root { color-scheme: light dark; --line: #8886; --hot: #c2410c; --tint: #c2410c22; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
table { border-collapse: collapse; font-size: 13px; }
th, td { border: 1px solid var(--line); padding: .15rem .4rem; text-align: left; vertical-align: top; }
.matrix { overflow-x: auto; } .matrix th[scope=col] { writing-mode: vertical-rl; } .matrix td { text-align: center; }
.matrix a { display: block; color: var(--hot); background: var(--tint); font-weight: 600; }
.pair { border-top: 1px solid var(--line); padding: .5rem 0; } .pair:target { background: var(--tint); }
code { font-family: ui-monospace, monospace; font-size: 13px; } .depth1 td:first-child { padding-left: 1.5rem; }
.depth2 td:first-child { padding-left: 2.5rem; } .depth3 td:first-child { padding-left: 3.5rem; }
`;

export function libraryHtml(report: LibraryReport, base: string): string {
  const at = (place: Place): string => `${shownPath(place.file, base)}:${place.line}`;
  const structures = report.structures.filter((s) => report.races.some((race) => race.structure === s));
  const policy = `default-src 'none'; style-src 'sha256-${base64Hash(style)}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Preempt">
<title>${text(`High-level races of ${report.library}`)}</title>
<style>${style}</style>
</head>
<body>
<h1>${text(`High-level races of ${report.library}`)}</h1>
${overview(report)}
${structures.map((structure) => section(report, structure, at)).join('\n')}
</body>
</html>
`;
}

function overview({ races, conflicting, search, premise, structures, ...report }: LibraryReport): string {
  const settled = isSettled({ races, conflicting, search, premise, structures, ...report });
  const because = premise.kind === 'not-justified' ? premise.because : [];
  const links = structures
    .map((s) => [s, races.filter((race) => race.structure === s).length] as const)
    .filter(([, count]) => count > 0)
    .map(([s, count]) => `<li><a href="#${anchor(s)}">${text(s)}</a>: ${count}</li>`);
  return `<p>${races.length} racing pairs of ${conflicting.statements} conflicting ones, ${search.searched} of ${search.models} models searched.
${settled ? 'What is not listed races in no application.' : 'Pairs that are not listed are not ruled out.'}</p>
<ul>${because.map((b) => `<li>${text(b)}</li>`).join('')}</ul>
<ul>${links.join('')}</ul>
<ul>${report.assumptions.map((a) => `<li>assuming: ${text(a)}</li>`).join('')}</ul>`;
}

function section(report: LibraryReport, structure: string, at: (place: Place) => string): string {
  const races = report.races.filter((race) => race.structure === structure);
  const names = report.functions
    .map((f) => f.name)
    .filter((name) => races.some((race) => race.functions.some((pair) => pair.includes(name))));
  const cell = (row: string, column: string): string => {
    const met = races.filter((race) =>
      race.functions.some(([f, g]) => (f === row && g === column) || (f === column && g === row)),
    );
    return met.length === 0 ? '<td></td>' : `<td><a href="#${anchor(met[0]!.id)}">${met.length}</a></td>`;
  };
  const header = names.map((name) => `<th scope="col">${text(name)}</th>`).join('');
  const rows = names.map(
    (row) => `<tr><th scope="row">${text(row)}</th>${names.map((column) => cell(row, column)).join('')}</tr>`,
  );
  return `<h2 id="${anchor(structure)}">${text(structure)}</h2>
<div class="matrix"><table><tr><td></td>${header}</tr>${rows.join('\n')}</table></div>
${races.map((race) => pair(race, at)).join('\n')}`;
}

function pair(race: LibraryRace, at: (place: Place) => string): string {
  const [a, b] = race.accesses.map(
    (access) =>
      `<code>${text(at(access.first))}</code> ${access.isWrite ? 'write' : 'read'} in ${text(access.function)}`,
  );
  const functions = race.functions.map(([f, g]) => text(`${f} / ${g}`)).join(', ');
  const said = race.confirmation === undefined ? [] : confirmationTexts(race.confirmation);
  const confirmed = said.length === 0 ? '' : `\n<p>${said.map(text).join('<br>')}</p>`;
  return `<div class="pair" id="${anchor(race.id)}"><h3>${text(race.id)}</h3>
<p>(1) ${a}<br>(2) ${b}<br>called by: ${functions}</p>${confirmed}
<table>${race.trace.map((step) => row(step, at)).join('\n')}</table></div>`;
}

function row(
  { process, function: fn, depth, kind, text: what, place }: TraceStep,
  at: (place: Place) => string,
): string {
  const verb = { call: 'is called', start: 'starts', return: 'returns', step: '' }[kind];
  const told = [verb, what].filter((part) => part !== '').join('; ');
  const where = place === undefined ? '' : `<code>${text(at(place))}</code>`;
  return `<tr class="depth${Math.min(3, depth)}"><td>${text(process)}</td><td>${text(fn)}</td><td>${text(told)}</td><td>${where}</td></tr>`;
}

function anchor(name: string): string {
  return `at-${name.replace(/[^\w-]/g, (c) => `_${c.charCodeAt(0)}`)}`;
}

function text(raw: string): string {
  return inert(raw).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
