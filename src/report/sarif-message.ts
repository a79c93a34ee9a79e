// Findings in the words of SARIF's messages: the first sentence stands on its own, the numbered accesses are links to `relatedLocations`. Text
// of the input cannot make links of its own.

import type { Message } from 'sarif';
import { expectation } from './expectation.js';
import { plain } from './plain.js';
import type { ReportAccess, ReportFinding } from './report.js';

/** GitHub shows about so much of a message. */
const longest = 1000;

/** `[a](1)` would be a link: in C it is a call through a table. */
export function linkless(text: string): string {
  return text.replaceAll('](', '] (');
}

export function messageOf(text: string, limit?: number): Message {
  return { text: linkless(plain(text, limit)) };
}

export function findingMessage(f: ReportFinding): Message {
  const accesses =
    f.kind === 'assertion'
      ? []
      : [`${list(f.accesses.map((a, n) => `${linkless(plain(a.context, 80))} [${verb(f, a)}](${n + 1})`))}.`];
  const sentences = [`${linkless(titleOf(f))}.`, ...accesses, ...harmText(f).map(linkless)];
  // Sentences are left out as a whole: half a link would be none.
  while (sentences.length > 1 && sentences.join(' ').length > longest) sentences.pop();
  return { text: sentences.join(' ') };
}

export function titleOf(f: ReportFinding): string {
  const name = (n: number): string => plain(f.accesses[n]?.context ?? '?', 80);
  const variable = plain(f.example);
  switch (f.kind) {
    case 'atomicity':
      return `Atomicity violation (${f.pattern}) on ${variable}: ${expectation[f.pattern!]}, because ${name(1)} came in between`;
    case 'race':
      return `Race on ${variable}: ${name(0)} and ${name(1)} access it at the same time, nothing orders them`;
    case 'torn-access':
      return `Torn access to ${variable}: ${name(0)} came in the middle of it`;
    case 'assertion':
      return `Assertion fails: ${plain(f.message ?? '', 400)}`;
  }
}

/** What an access does: `reads 3`. */
export function accessText(f: ReportFinding, a: ReportAccess): string {
  return `${plain(a.context, 80)} ${verb(f, a)}`;
}

function verb(f: ReportFinding, { operation, value }: ReportAccess): string {
  if (f.kind === 'assertion') return 'fails';
  if (value !== undefined)
    return `${operation === 'R' ? 'reads' : 'writes'} ${linkless(plain(value, 80)).replaceAll(/[[\]]/g, '')}`;
  // The suspended access of a race or a torn access.
  if (f.kind === 'torn-access') return `is in the middle of ${operation === 'R' ? 'reading' : 'writing'}`;
  return `is about to ${operation === 'R' ? 'read' : 'write'}`;
}

export function harmText(f: ReportFinding): string[] {
  if (f.harm === 'harmful') return [`Harmful: ${plain(f.difference ?? '', 400)}.`];
  if (f.harm === undefined) return [];
  return ['Not shown to be harmful: with the preemption before (1) or after (3), everything came out the same.'];
}

function list(parts: readonly string[]): string {
  return parts.length < 3 ? parts.join(', and ') : `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}
