// The suggested fix as a patch: the window of lines with the statements that close and open the mask around it.

import type { HtmlData } from '../data.js';

type Fix = NonNullable<HtmlData['findings'][number]['fix']>;

interface PatchLine {
  readonly sign: '+' | ' ';
  readonly number: number | undefined;
  readonly text: string;
}

export function FixView({ fix, data }: { readonly fix: Fix; readonly data: HtmlData }) {
  const lines = patchOf(fix, data);
  const keepsOut = fix.keepsOut.join(', ');
  return (
    <section class="card fix">
      <h2>Suggested fix</h2>
      <p>
        Keep {keepsOut} out of {fixWindow(fix)} in <code>{fix.function}</code>:
      </p>
      <pre class="patch">
        {lines.map((line, n) => (
          <span key={n} class={line.sign === '+' ? 'added' : ''}>
            <span class="patch-number">{line.number ?? ''}</span>
            {`${line.sign} ${line.text}\n`}
          </span>
        ))}
      </pre>
      <p class="verified">Verified: {fix.verified}</p>
    </section>
  );
}

export function fixWindow({ firstLine, lastLine }: Fix): string {
  return firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`;
}

function patchOf(fix: Fix, { sources }: HtmlData): readonly PatchLine[] {
  const part = sources
    .find((s) => s.file === fix.file)
    ?.parts.find(
      ({ firstLine, text }) => firstLine <= fix.firstLine && fix.lastLine < firstLine + text.split('\n').length,
    );
  const texts = part?.text.split('\n').slice(fix.firstLine - part.firstLine, fix.lastLine - part.firstLine + 1) ?? [];
  const shown = texts.map((text) => text.slice(0, 200).replaceAll('\t', '    '));
  const indents = shown.filter((text) => text.trim() !== '').map((text) => /^ */.exec(text)![0].length);
  const shared = indents.length === 0 ? 0 : Math.min(...indents);
  const added = (text: string): PatchLine => ({ sign: '+', number: undefined, text });
  return [
    ...fix.before.map(added),
    ...shown.map((text, n): PatchLine => ({ sign: ' ', number: fix.firstLine + n, text: text.slice(shared) })),
    ...fix.after.map(added),
  ];
}
