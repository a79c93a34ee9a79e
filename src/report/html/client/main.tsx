// The script of the HTML report. It reads the data that stands in the page and draws it; it asks nobody for anything. Texts of the program
// become text nodes and attributes only, never markup.

import { render } from 'preact';
import type { HtmlData } from '../data.js';
import { App } from './app.js';
import { Decoder } from './decode.js';
import { PrintedReport } from './printed.js';
import { applyTheme, storedTheme } from './theme.js';

const data = JSON.parse(document.getElementById('data')!.textContent!) as HtmlData;
const decoder = new Decoder(data);
applyTheme(storedTheme());
document.title = titleOf(decoder);
const app = document.getElementById('app')!;
app.replaceChildren();
render(<App decoder={decoder} />, app);

// What is printed is drawn when it is needed: thousands of findings would slow down the page that nobody prints.
const paper = document.getElementById('print')!;
window.addEventListener('beforeprint', () => render(<PrintedReport decoder={decoder} />, paper));
window.addEventListener('afterprint', () => render(null, paper));

function titleOf({ findings, data: { tool } }: Decoder): string {
  const count =
    findings.length === 0 ? 'no findings' : findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  return `${tool.name}: ${count}`;
}
