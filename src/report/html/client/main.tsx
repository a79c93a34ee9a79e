// The script of the HTML report. It reads the data that stands in the page and draws it; it asks nobody for anything.
// Texts of the program become text nodes and attributes only, never markup.

import { render } from 'preact';
import type { HtmlData, HtmlProgram } from '../data.js';
import { App } from './app.js';
import { Decoder } from './decode.js';
import { PrintedReport } from './printed.js';
import { Programs } from './programs.js';
import { applyTheme, storedTheme } from './theme.js';

const read = (id: string): string | undefined => document.getElementById(id)?.textContent ?? undefined;
const decoderOf = (id: string): Decoder => new Decoder(JSON.parse(read(id)!) as HtmlData);

let shown: Decoder | undefined;
const show = (decoder: Decoder | undefined): void => {
  shown = decoder;
  document.title = decoder === undefined ? 'preempt' : titleOf(decoder);
};

applyTheme(storedTheme());
const app = document.getElementById('app')!;
app.replaceChildren();
const listed = read('programs');
if (listed === undefined) {
  const decoder = decoderOf('data');
  show(decoder);
  render(<App decoder={decoder} />, app);
} else {
  const programs = JSON.parse(listed) as HtmlProgram[];
  render(<Programs programs={programs} decoderOf={(n) => decoderOf(`data-${n}`)} onShow={show} />, app);
}

// What is printed is drawn when it is needed: thousands of findings would slow down the page that nobody prints.
const paper = document.getElementById('print')!;
window.addEventListener('beforeprint', () => {
  if (shown !== undefined) render(<PrintedReport decoder={shown} />, paper);
});
window.addEventListener('afterprint', () => render(null, paper));

function titleOf({ findings, data: { tool } }: Decoder): string {
  const count =
    findings.length === 0 ? 'no findings' : findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  return `${tool.name}: ${count}`;
}
