// The timeline of the HTML report and the code below it, in the system's Chromium: what is in sight at first, zoom,
// overview, panes, and that all of it fits into windows of the usual sizes.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/report/report.js';
import { crossed } from '../execution/thread-programs.js';
import { chromiumPath, HtmlBrowser, type Opened } from './html-browser.js';
import { drawnOut, repeated } from './html-many.js';
import { htmlPage } from './html-page.js';
import { reportOf, withoutTornHarm } from './report-of.js';

const corpus = (name: string): string => readFileSync(new URL(`../corpus/${name}`, import.meta.url), 'utf8');
const example = (name: string): string => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');

if (chromiumPath === undefined) console.warn('no Chromium on the PATH: the timeline of the HTML report is not tested');

/** Is every part of an element in the window, and within the boxes that clip it? */
const isInSight = (page: Page, selector: string, n = 0): Promise<boolean> =>
  page
    .locator(selector)
    .nth(n)
    .evaluate((element) => {
      const own = element.getBoundingClientRect();
      for (let box = element.parentElement; box !== null; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const r = box.getBoundingClientRect();
        if (own.left < r.left - 1 || own.right > r.right + 1) return false;
        if (own.top < r.top - 1 || own.bottom > r.bottom + 1) return false;
      }
      return own.top >= 0 && own.bottom <= innerHeight && own.left >= 0 && own.right <= innerWidth;
    });

describe.skipIf(chromiumPath === undefined)('the timeline in Chromium', () => {
  const browser = new HtmlBrowser();
  const opened: Opened[] = [];
  let uart: Report;
  let nested: Report;
  /** The accesses are at the end of 1500 others. */
  let long: string;
  beforeAll(async () => {
    uart = withoutTornHarm(await reportOf({ 'uart.c': example('avr-uart/uart_bad.c') }));
    nested = await reportOf({ 'nested.c': corpus('atomicity/nested_avr_isr_bad.c') });
    const finding = nested.findings[0]!;
    const timeline = drawnOut(finding.explanation!.timeline, 1500);
    long = htmlPage({ ...nested, findings: [{ ...finding, explanation: { timeline } }] });
    await browser.start();
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const { page, problems, requests } of opened.splice(0)) {
      expect(problems).toEqual([]);
      expect(requests).toEqual([]);
      await page.context().close();
    }
  });
  const open = async (...of: Parameters<HtmlBrowser['open']>): Promise<Page> => {
    const one = await browser.open(...of);
    opened.push(one);
    return one.page;
  };
  const columnWidth = (page: Page): Promise<number> =>
    page.locator('.cursor').evaluate((e) => Number(e.getAttribute('width')));
  const scrolled = (page: Page): Promise<number> => page.locator('.lane-scroller').evaluate((e) => e.scrollLeft);
  const windowOf = (page: Page) =>
    page.locator('.overview .window').evaluate((e) => ({
      x: Number(e.getAttribute('x')),
      width: Number(e.getAttribute('width')),
      all: Number(e.closest('svg')!.getAttribute('width')),
    }));

  it('opens on the first finding that does harm, with all its accesses in sight', async () => {
    const page = await open(htmlPage(uart));
    const first = uart.findings.findIndex((f) => f.harm === 'harmful');
    expect(first).toBeGreaterThan(0);
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('aria-posinset')).toBe(`${first + 1}`);
    for (let n = 0; n < 3; n++) expect(await isInSight(page, '.access.marked .number', n)).toBe(true);
  });

  it('opens on the first finding where none does harm, and not on a settled one', async () => {
    const harmless = uart.findings.filter((f) => f.harm !== 'harmful');
    const page = await open(htmlPage({ ...uart, findings: harmless }));
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('aria-posinset')).toBe('1');
    const settled = uart.findings.map((f, n) => (n === 3 ? { ...f, status: 'ignored' as const } : f));
    const other = await open(htmlPage({ ...uart, findings: settled }));
    expect(await other.locator('[role=option][aria-selected=true]').getAttribute('aria-posinset')).toBe('5');
  });

  it.each([
    [1280, 800],
    [800, 1000],
  ])('shows the accesses behind 1500 others at %d × %d', async (width, height) => {
    const page = await open(long, { viewport: { width, height } });
    for (let n = 0; n < 3; n++) expect(await isInSight(page, '.access.marked .number', n)).toBe(true);
    expect(await page.locator('.drawing *').count()).toBeLessThan(1000);
    const { x, width: inSight, all } = await windowOf(page);
    expect(inSight).toBeLessThan(all / 20);
    expect(x).toBeGreaterThan(0.9 * all);
  });

  it('zooms with the buttons, the keys and the wheel, and fits again', async () => {
    const page = await open(long);
    const fitted = await columnWidth(page);
    const left = await scrolled(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await columnWidth(page)).toBeGreaterThan(fitted);
    await page.keyboard.press('s');
    await page.keyboard.press('s');
    expect(await columnWidth(page)).toBeLessThan(fitted);
    await page.keyboard.press('f');
    expect(await columnWidth(page)).toBe(fitted);
    expect(await scrolled(page)).toBeCloseTo(left, 0);
    expect(await page.getByRole('button', { name: 'Fit the accesses' }).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('a');
    expect(await scrolled(page)).toBeLessThan(left);
    await page.keyboard.press('0');
    expect(await scrolled(page)).toBe(0);
    const { width, all } = await windowOf(page);
    expect(width).toBeGreaterThan(0.98 * all);
    await page.getByRole('button', { name: 'Fit the accesses' }).click();
    expect(await columnWidth(page)).toBe(fitted);
    const box = (await page.locator('.lane-scroller').boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 60);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -60);
    await page.keyboard.up('Control');
    await expect.poll(() => columnWidth(page)).toBeGreaterThan(fitted);
  });

  it('keeps what is under the pointer there while zooming with the wheel', async () => {
    const page = await open(long);
    const box = (await page.locator('.access.marked .number').nth(1).boundingBox())!;
    const before = await columnWidth(page);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -50);
    await page.keyboard.up('Control');
    await expect.poll(() => columnWidth(page)).toBeGreaterThan(before);
    const after = (await page.locator('.access.marked .number').nth(1).boundingBox())!;
    expect(Math.abs(after.x - box.x)).toBeLessThan(2);
  });

  it('is moved by dragging the drawing, which is no click', async () => {
    const page = await open(long);
    const before = await scrolled(page);
    const step = await page.locator('.now-step').textContent();
    const box = (await page.locator('.lane-scroller').boundingBox())!;
    await page.mouse.move(box.x + 100, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 300, box.y + 60, { steps: 4 });
    await page.mouse.up();
    expect(await scrolled(page)).toBeCloseTo(before - 200, 0);
    expect(await page.locator('.now-step').textContent()).toBe(step);
  });

  it('has an overview that is clicked, dragged, widened at its edges and used with the keyboard', async () => {
    const page = await open(long);
    const strip = (await page.locator('.overview').boundingBox())!;
    const y = strip.y + strip.height / 2;
    await page.mouse.click(strip.x + 0.25 * strip.width, y);
    await expect.poll(async () => (await windowOf(page)).x).toBeLessThan(0.5 * strip.width);
    const clicked = await windowOf(page);
    expect(clicked.x + clicked.width / 2).toBeCloseTo(0.25 * clicked.all, -1);
    await page.mouse.move(strip.x + clicked.x + clicked.width / 2, y);
    await page.mouse.down();
    await page.mouse.move(strip.x + 0.5 * strip.width, y, { steps: 5 });
    await page.mouse.up();
    const dragged = await windowOf(page);
    expect(dragged.x + dragged.width / 2).toBeCloseTo(0.5 * dragged.all, -1);
    expect(dragged.width).toBeCloseTo(clicked.width, 0);
    const column = await columnWidth(page);
    await page.mouse.move(strip.x + dragged.x + dragged.width, y);
    await page.mouse.down();
    await page.mouse.move(strip.x + 0.75 * strip.width, y, { steps: 5 });
    await page.mouse.up();
    const widened = await windowOf(page);
    expect(widened.x + widened.width).toBeCloseTo(0.75 * widened.all, -1);
    expect(widened.x).toBeCloseTo(dragged.x, -1);
    expect(await columnWidth(page)).toBeLessThan(column);
    const slider = page.getByRole('slider');
    await slider.focus();
    await page.keyboard.press('Home');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('1');
    const step = await page.locator('.now-step').textContent();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => Number(await slider.getAttribute('aria-valuenow'))).toBeGreaterThan(1);
    expect(await page.locator('.now-step').textContent()).toBe(step);
    await page.keyboard.press('End');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/ of 1500$/);
    expect((await windowOf(page)).x).toBeGreaterThan(0.4 * widened.all);
  });

  it('counts steps as the axis and the schedule do', async () => {
    const page = await open(htmlPage(nested));
    await page.keyboard.press('0');
    const numbers = await page.locator('.axis:not(.now)').evaluateAll((all) => all.map((t) => Number(t.textContent)));
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, n) => n));
    const centre = (selector: string) =>
      page.locator(selector).evaluate((e) => {
        const { x, width } = e.getBoundingClientRect();
        return x + width / 2;
      });
    await page.keyboard.press('Home');
    for (let n = 0; n < 16; n++) {
      const told = /^step (\d+) of 11$/.exec((await page.locator('.now-step').textContent())!)?.[1];
      if (told === undefined) expect(await page.locator('.axis.now').count()).toBe(0);
      else {
        expect(await page.locator('.axis.now').textContent()).toBe(told);
        expect(Math.abs((await centre('.axis.now')) - (await centre('.cursor')))).toBeLessThan(2);
      }
      await page.keyboard.press('ArrowRight');
    }
    // `5:ADC` in the schedule: before step 5.
    expect(nested.findings[0]!.schedule).toContain('5:ADC');
    await page.locator('.reasons .link', { hasText: 'ADC' }).click();
    expect(await page.locator('.now-step').textContent()).toBe('before step 5');
  });

  it('goes to the numbered accesses by their numbers', async () => {
    const page = await open(htmlPage(nested));
    for (const number of ['2', '3', '1']) {
      await page.keyboard.press(number);
      expect(await page.locator('.now .mark').textContent()).toBe(number);
    }
  });

  it('shows the code of both sides, each at its accesses', async () => {
    const page = await open(htmlPage(uart));
    const panes = page.locator('.source');
    expect(await page.locator('.pane-head .context-name').allTextContents()).toEqual(['main', 'USART_RX']);
    const [left, right] = [(await panes.nth(0).boundingBox())!, (await panes.nth(1).boundingBox())!];
    expect(right.x).toBeGreaterThanOrEqual(left.x + left.width);
    expect(right.y).toBeCloseTo(left.y, 0);
    const finding = uart.findings.find((f) => f.harm === 'harmful')!;
    const lines = await page
      .locator('.line.current')
      .evaluateAll((all) => all.map((l) => Number(l.getAttribute('data-line'))));
    expect(lines).toEqual([finding.accesses[0]!.place!.line, finding.accesses[1]!.place!.line]);
    expect(await isInSight(page, '.source.interrupted .line.current .mark')).toBe(true);
    expect(await isInSight(page, '.source.handler .line.current .mark')).toBe(true);
    await page.keyboard.press('2');
    expect(await page.locator('.source.active .context-name').textContent()).toBe('USART_RX');
    expect(await page.locator('.source.interrupted .line.current').getAttribute('data-line')).toBe(`${lines[0]}`);
  });

  it('scrolls long lines to where it happens, and keeps their numbers', async () => {
    const report = await reportOf({
      'wide.c': `#include <avr/interrupt.h>
static volatile uint8_t count;
ISR(TIMER1_OVF_vect) { ${'/* wide */ '.repeat(12)} count = 7; }
int main(void) {
    sei();
    count = count + 1;
    return 0;
}`,
    });
    const page = await open(htmlPage(report));
    await page.keyboard.press('2');
    expect(await page.locator('.source.active .line.current .here').textContent()).toBe('=');
    await expect.poll(() => isInSight(page, '.source.active .line.current .here')).toBe(true);
    expect(await isInSight(page, '.source.active .line.current .line-number')).toBe(true);
  });

  it('stacks the code where the window is narrow', async () => {
    const page = await open(htmlPage(uart), { viewport: { width: 880, height: 900 } });
    const [top, bottom] = await page.locator('.source').evaluateAll((all) => all.map((s) => s.getBoundingClientRect()));
    expect(bottom!.y).toBeGreaterThanOrEqual(top!.y + top!.height);
    expect(bottom!.x).toBe(top!.x);
  });

  it('shows fix, timeline and code of both sides on the first screen, and the bounds', async () => {
    const finding = uart.findings.find((f) => f.harm === 'harmful')!;
    const { line } = finding.accesses[0]!.place!;
    const fix = {
      context: 'main',
      function: finding.accesses[0]!.function,
      file: 'uart.c',
      firstLine: line,
      lastLine: line,
      before: ['uint8_t sreg = SREG;', 'cli();'],
      after: ['SREG = sreg;'],
      keepsOut: ['USART_RX'],
      verified: 'explored again',
    };
    const explained = { ...finding, explanation: { ...finding.explanation!, fix } };
    const verdicts = uart.verdicts.map((v) => ({
      ...v,
      bounds: { arrivals: 2, unwind: 8 },
      assumptions: ['the sun shines'],
    }));
    const page = await open(htmlPage({ ...uart, findings: [explained], verdicts }));
    expect(await page.locator('.fix-line').textContent()).toContain(
      `keep USART_RX out of line ${line} in ${fix.function}: uint8_t sreg = SREG; cli(); before, SREG = sreg; after.`,
    );
    for (const selector of ['.fix-line', '.overview', '.lane-scroller', '.source.interrupted', '.source.handler'])
      expect([selector, await isInSight(page, selector)]).toEqual([selector, true]);
    expect(await page.locator('.line.added').allTextContents()).toEqual([
      '+    uint8_t sreg = SREG;',
      '+    cli();',
      '+    SREG = sreg;',
    ]);
    for (let n = 0; n < 3; n++) expect(await isInSight(page, '.line.added .line-number', n)).toBe(true);
    const bounds = page.locator('.bounds-line');
    expect(await bounds.locator('summary').textContent()).toBe(
      'Bounds: 2 arrivals of each ISR; loops on arbitrary data up to 8 times; 1 assumption',
    );
    expect(await page.getByText('the sun shines').isVisible()).toBe(false);
    await bounds.locator('summary').click();
    expect(await page.getByText('the sun shines').isVisible()).toBe(true);
  });

  it('has no two rows that say the same', async () => {
    const page = await open(htmlPage(uart));
    const rows = await page.locator('.row').allTextContents();
    expect(rows).toHaveLength(6);
    expect(new Set(rows).size).toBe(6);
    const many = await open(htmlPage(repeated(uart, 30, 50)));
    const shown = await many.locator('.row').allTextContents();
    expect(new Set(shown).size).toBe(shown.length);
  });

  it.each([
    [1280, 800, 'light'],
    [800, 1000, 'dark'],
    [640, 900, 'light'],
  ] as const)('does not scroll sideways at %d × %d', async (width, height, colorScheme) => {
    for (const html of [htmlPage(uart), long]) {
      const page = await open(html, { viewport: { width, height }, colorScheme });
      for (const key of ['f', '0', 'w', 'w', 'End'])
        await page.keyboard.press(key).then(async () => {
          expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
          expect(await page.locator('.finding').evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0);
        });
    }
  });

  it('shows a finding whose execution is not in the report', async () => {
    const bare = uart.findings.map(({ explanation: _, ...f }) => f);
    const page = await open(htmlPage({ ...uart, findings: bare }));
    expect(await page.locator('.finding').textContent()).toContain('no replayed execution');
    expect(await page.locator('.source').count()).toBe(2);
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('f');
  });

  it.each([
    [1280, 800, 'light'],
    [1280, 800, 'dark'],
    [800, 1000, 'light'],
  ] as const)('shows who waits for whom, and who holds what, at %d × %d, %s', async (width, height, colorScheme) => {
    const threads = await reportOf({ 'crossed.c': crossed }, {}, ['deadlock']);
    const page = await open(htmlPage(threads), { viewport: { width, height }, colorScheme });
    expect(await page.locator('.wait-node text').allTextContents()).toEqual(['main', 'a', 'worker', 'b']);
    expect(await page.locator('.wait-edge').count()).toBe(4);
    for (let n = 0; n < 4; n++) expect(await isInSight(page, '.wait-node rect', n)).toBe(true);
    expect(await page.locator('.lane-label b').allTextContents()).toEqual(['worker', 'main']);
    expect((await page.locator('.lane-label.lock').allTextContents()).sort()).toEqual(['a', 'b']);
    expect((await page.locator('.lock-lane .holder').allTextContents()).sort()).toEqual(['main', 'worker']);
    expect(await page.locator('.lock-lane .awaits').count()).toBe(2);
    for (let n = 0; n < 2; n++) expect(await isInSight(page, '.access.marked .number', n)).toBe(true);
    // Letters on the bars and in the nodes can be read.
    const colours = await page
      .locator('.wait-node.thread')
      .first()
      .evaluate((node) => [
        getComputedStyle(node.querySelector('rect')!).fill,
        getComputedStyle(node.querySelector('text')!).fill,
      ]);
    expect(new Set(colours).size).toBe(2);
    await page.keyboard.press('1');
    expect(await page.locator('.now-text').textContent()).toBe('pthread_mutex_lock(&a)');
    expect(await page.locator('.now-effects').textContent()).toBe('waits for a, which worker holds');
    expect(await page.locator('.pane-head .context-name').allTextContents()).toEqual(['worker', 'main']);
  });
});
