// Findings in the words of SARIF's messages: the first sentence stands on its own, the numbered accesses are links to
// `relatedLocations`. Text of the input cannot make links of its own.

import type { Message } from 'sarif';
import { actorOf, doesOf, harmOf, interleavingOf, ruleOf, titleOf } from './finding-words.js';
import { plain } from './plain.js';
import type { ReportFinding } from './report.js';

/** GitHub shows about so much of a message. */
const longest = 1000;

export function messageOf(text: string, limit?: number): Message {
  return { text: linkless(plain(text, limit)) };
}

/** `[a](1)` would be a link: in C it is a call through a table. */
function linkless(text: string): string {
  return text.replaceAll('](', '] (');
}

export function findingMessage(f: ReportFinding): Message {
  const harm = harmOf(f);
  const sentences = [
    linkless(headline(f)),
    ...(f.kind === 'assertion' ? [linkless(plain(interleavingOf(f), 400))] : [linkedAccesses(f)]),
    ...(harm === undefined ? [] : [linkless(`Harm: ${plain(harm, 400)}`)]),
  ].filter((sentence) => sentence !== '');
  // Sentences are left out as a whole: half a link would be none.
  while (sentences.length > 1 && sentences.join('. ').length >= longest) sentences.pop();
  return { text: `${sentences.join('. ')}.` };
}

/** What it is, in one sentence. */
export function headline(f: ReportFinding): string {
  const title = plain(titleOf(f), 400).replace(/^./, (first) => first.toUpperCase());
  return f.kind === 'assertion' ? title : `${title}: ${ruleOf(f)}`;
}

/** `main reads 3`. */
export function accessText(f: ReportFinding, n: number): string {
  return `${plain(actorOf(f.accesses[n]!), 80)} ${plain(doesOf(f, n), 80)}`;
}

function linkedAccesses(f: ReportFinding): string {
  return f.accesses
    .map(
      ({ context }, n) =>
        `${linkless(plain(context, 80))} [${plain(doesOf(f, n), 80).replaceAll(/[[\]]/g, ' ')}](${n + 1})`,
    )
    .join(', ');
}
