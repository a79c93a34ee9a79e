// What the HTML report does with too much and with bad intentions, in Chromium: thousands of findings, endless
// executions, huge files, and texts that want to be markup, commands or another text than they are.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { chromiumPath, HtmlBrowser } from './html-browser.js';
import { drawnOut, repeated, retold } from './html-many.js';
import { htmlPage } from './html-page.js';
import { reportOf } from './report-of.js';

const nasty = [
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '<!--<script>',
  '"><img src=x onerror=alert(3)>',
  "'; alert(4); //",
  '<svg onload=alert(5)>',
  '\x1b[31mred\x1b[0m',
  '\u0000\u0007\u2028\u2029\u202e',
  '::set-output name=a::b',
  'javascript:alert(6)',
  '&lt;b&gt; &amp;',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=http://example.com/x.css>',
  '<iframe src="http://example.com/"></iframe>',
];

describe.skipIf(chromiumPath === undefined)('the HTML report at its limits', () => {
  const browser = new HtmlBrowser();
  let report: Report;
  beforeAll(async () => {
    const text = readFileSync(new URL('../corpus/atomicity/nested_avr_isr_bad.c', import.meta.url), 'utf8');
    report = await reportOf({ 'nested.c': text });
    await browser.start();
  });
  afterAll(() => browser.close());

  it.each(nasty)('takes %j for text, wherever it stands', async (text) => {
    const told = retold(report, (t) => `${t}${text}`);
    const html = htmlPage({ ...told, command: text });
    const { page, problems, requests } = await browser.open(html);
    const elements = () =>
      page.evaluate(
        () => document.querySelectorAll('script, style, link, img, iframe, [onerror], [onload], [src], [href]').length,
      );
    // The data, the script and the style of the page itself.
    expect(await elements()).toBe(3);
    for (const tab of ['Model', 'Verdicts', 'Statistics', 'Findings']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await elements()).toBe(3);
    }
    await page.getByRole('button', { name: 'Last step' }).click();
    expect(await page.locator('.row').count()).toBe(1);
    if (text.startsWith('<')) expect(await page.locator('.row-variable').textContent()).toBe(`sum${text}`);
    expect(await page.locator('.source.active .line.current').count()).toBe(1);
    expect(await page.locator('#app').textContent()).not.toMatch(/[\x00-\x08\x0b-\x1f\u2028-\u202e]/);
    expect(problems).toEqual([]);
    expect(requests).toEqual([]);
    await page.context().close();
  });

  it('lets nothing be requested, even by markup that got in', async () => {
    const html = htmlPage(report).replace('<div id="print">', '<img src="http://example.com/a.png"><div id="print">');
    const { page, problems, requests, refused } = await browser.open(html);
    const isLoaded = await page.locator('img').evaluate((img) => (img as HTMLImageElement).naturalWidth > 0);
    expect(isLoaded).toBe(false);
    expect(requests).toEqual(['http://example.com/a.png']);
    expect(refused).toEqual(requests);
    expect(problems.join()).toContain('Content Security Policy');
    await page.context().close();
  });

  it('runs no script but its own', async () => {
    const intruder = '<script>document.body.className = "taken"</script></body>';
    const { page, problems } = await browser.open(htmlPage(report).replace('</body>', intruder));
    expect(await page.locator('body').getAttribute('class')).toBeNull();
    expect(problems.join()).toContain('Content Security Policy');
    await page.context().close();
  });

  it('shows lines of 10 000 characters, and keeps its width', async () => {
    const long = 'x'.repeat(10_000);
    const sources = new Map([...report.sources].map(([file, text]) => [file, text.replaceAll('\n', ` // ${long}\n`)]));
    const told = retold(report, (t) => (t === 'sum' || t === 'ADC' ? `${t}${long}` : t));
    const { page, problems } = await browser.open(htmlPage({ ...told, sources }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    const line = await page.locator('.source.active .line.current').textContent();
    expect(line).toContain('more characters');
    expect(line!.length).toBeLessThan(1000);
    for (const tab of ['Model', 'Statistics']) {
      await page.getByRole('tab', { name: tab }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('holds 2000 findings in less than 10 MB, and draws only those in sight', async () => {
    const html = htmlPage(repeated(report, 2000, 300));
    expect(Buffer.byteLength(html)).toBeLessThan(10_000_000);
    const { page, problems } = await browser.open(html);
    expect(await page.locator('.shown').textContent()).toBe('2000 findings');
    expect(await page.locator('.row').count()).toBeLessThan(40);
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    const last = page.locator('.row[aria-selected=true]');
    expect(await last.getAttribute('aria-posinset')).toBe('2000');
    expect(await last.isVisible()).toBe(true);
    expect(await page.locator('.number-text').allTextContents()).toEqual(['1', '2', '3']);
    await page.getByLabel('Search findings').fill('sum_1234');
    expect(await page.locator('.row').count()).toBe(1);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('cuts an execution of 30 000 events to what matters, with the values that it would have', async () => {
    const finding = report.findings[0]!;
    const timeline = drawnOut(finding.explanation!.timeline, 30_000);
    const long = { ...report, findings: [{ ...finding, explanation: { timeline } }] };
    const { page, problems } = await browser.open(htmlPage(long));
    expect(await page.locator('.cut').textContent()).toMatch(/^2[89],\d+ of 30,000 events left out$/);
    expect(await page.locator('.number-text').allTextContents()).toEqual(['1', '2', '3']);
    const counter = page.locator('.values tr', { hasText: 'counter' }).locator('.value-now');
    // Only what is in sight is drawn, near the accesses and as a whole.
    expect(await page.locator('.drawing *').count()).toBeLessThan(1000);
    await page.getByRole('button', { name: 'Show the whole execution' }).click();
    expect(await page.locator('.drawing *').count()).toBeLessThan(2500);
    await page.keyboard.press('End');
    expect(await counter.textContent()).toBe(timeline.entries.findLast((e) => e.variable === 'counter')!.value);
    expect(await page.locator('.gap').count()).toBeGreaterThan(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
