// The HTML report as a reader uses it, in the system's Chromium: stepping, filters, keyboard, tabs, deep links,
// themes. In every test nothing may appear on the console and nothing may be requested.

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, HtmlBrowser, type Opened } from './html-browser.js';
import { htmlPage } from './html-page.js';
import { reportOf, withoutTornHarm } from './report-of.js';

const corpus = (name: string): string => readFileSync(new URL(`../corpus/${name}`, import.meta.url), 'utf8');
const example = (name: string): string => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');

if (chromiumPath === undefined) console.warn('no Chromium on the PATH: the HTML report is not tested');

describe.skipIf(chromiumPath === undefined)('the HTML report in Chromium', () => {
  const browser = new HtmlBrowser();
  const opened: Opened[] = [];
  /** A nested preemption. */
  let nested: string;
  /** Torn accesses and atomicity violations, with and without harm. */
  let several: string;
  beforeAll(async () => {
    nested = htmlPage(await reportOf({ 'nested.c': corpus('atomicity/nested_avr_isr_bad.c') }));
    several = htmlPage(withoutTornHarm(await reportOf({ 'uart.c': example('avr-uart/uart_bad.c') })));
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
  const open: HtmlBrowser['open'] = async (...of) => {
    const one = await browser.open(...of);
    opened.push(one);
    return one;
  };

  it('steps with the buttons: the line, the text and the values follow', async () => {
    const { page } = await open(nested);
    const line = page.locator('.source.active .line.current');
    const value = page.locator('.values tr', { has: page.locator('code', { hasText: /^sum$/ }) });
    // It begins at the first access of the finding.
    expect(await line.getAttribute('data-line')).toBe('15');
    expect(await page.locator('.now-text').textContent()).toBe('R sum = 40');
    expect(await value.locator('.value-now').textContent()).toBe('40');
    for (let n = 0; n < 4; n++) await page.getByRole('button', { name: 'Step forward' }).click();
    expect(await line.getAttribute('data-line')).toBe('20');
    expect(await line.locator('.here').textContent()).toBe('=');
    expect(await page.locator('.now-text').textContent()).toBe('W sum = 0');
    expect(await value.locator('.value-now').textContent()).toBe('0');
    expect(await value.getAttribute('class')).toContain('changed');
    expect(await value.locator('s').textContent()).toBe('40');
    await page.getByRole('button', { name: 'Step back' }).click();
    expect(await line.getAttribute('data-line')).toBe('19');
    expect(await value.getAttribute('class')).not.toContain('changed');
    await page.getByRole('button', { name: 'Last step' }).click();
    expect(await page.getByRole('button', { name: 'Step forward' }).isDisabled()).toBe(true);
    expect(await value.locator('.value-now').textContent()).toBe('40');
  });

  it('steps with the arrow keys, Home and End', async () => {
    const { page } = await open(nested);
    const line = page.locator('.source.active .line.current');
    await page.keyboard.press('Home');
    expect(await line.getAttribute('data-line')).toBe('24');
    expect(await page.locator('.now-step').textContent()).toBe('step 0 of 11');
    await page.keyboard.press('ArrowRight');
    expect(await line.getAttribute('data-line')).toBe('25');
    await page.keyboard.press('ArrowLeft');
    expect(await line.getAttribute('data-line')).toBe('24');
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('.now-step').textContent()).toBe('step 0 of 11');
    await page.keyboard.press('End');
    expect(await page.locator('.now-step').textContent()).toBe('after step 11');
  });

  it('draws who interrupts above whom it interrupts, and the accesses in their order', async () => {
    const { page } = await open(nested);
    const labels = await page.locator('.lane-label b').allTextContents();
    expect(labels).toEqual(['TIMER1_OVF', 'ADC', 'main']);
    const bars = await page
      .locator('.activation')
      .evaluateAll((groups) =>
        groups.map((group) => [...group.querySelectorAll('.running')].map((r) => r.getBoundingClientRect().x)),
      );
    // main and ADC are interrupted, and ADC goes on.
    expect(bars.map((runs) => runs.length).sort()).toEqual([1, 1, 2]);
    const marks = page.locator('.access.marked');
    expect(await marks.count()).toBe(3);
    expect(await page.locator('.number-text').allTextContents()).toEqual(['1', '2', '3']);
    const xs = await page.locator('.access .number').evaluateAll((all) => all.map((m) => m.getBoundingClientRect().x));
    expect([...xs].sort((a, b) => a - b)).toEqual(xs);
    expect(await page.locator('.wave.main .value').allTextContents()).toEqual(['40', '0', '40']);
    expect(await page.locator('.mask.opened').count()).toBe(4);
  });

  it('goes to where one clicks in the timeline and in the list of accesses', async () => {
    const { page } = await open(nested);
    await page.locator('.access.marked .number').nth(1).click();
    expect(await page.locator('.source.active .line.current').getAttribute('data-line')).toBe('20');
    await page.getByRole('button', { name: 'nested.c:15' }).last().click();
    expect(await page.locator('.now-text').textContent()).toBe('W sum = 40');
  });

  it('filters by kind, harm, context and text', async () => {
    const { page } = await open(several);
    const rows = page.locator('.row');
    const shown = page.locator('.shown');
    const all = await rows.count();
    await page.getByRole('button', { name: /^Torn access/ }).click();
    expect(await shown.textContent()).toContain(`3 of ${all}`);
    expect(await rows.locator('.kind').allTextContents()).toEqual(['Torn write', 'Torn read', 'Torn write']);
    expect(await page.locator('.finding-head .kind').textContent()).toBe('Torn write');
    await page.getByRole('button', { name: /^Torn access/ }).click();
    await page.getByLabel('Harm').selectOption('harmful');
    expect(await rows.locator('.tag').allTextContents()).toEqual(['harmful', 'harmful']);
    expect(await page.locator('.finding-head .tag').textContent()).toBe('Harmful');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    expect(await rows.count()).toBe(all);
    await page.getByLabel('Search findings').fill('uart.c:60');
    expect(await rows.count()).toBe(1);
    await page.getByLabel('Search findings').fill('no such thing');
    expect(await rows.count()).toBe(0);
    expect(await page.locator('.nothing').textContent()).toContain('No finding matches');
    await page.getByRole('button', { name: /^Show all/ }).click();
    expect(await rows.count()).toBe(all);
  });

  it('is used with the keyboard alone', async () => {
    const { page } = await open(several);
    const current = page.locator('[role=option][aria-selected=true]');
    await page.keyboard.press('j');
    expect(await current.getAttribute('aria-posinset')).toBe('5');
    await page.keyboard.press('k');
    expect(await current.getAttribute('aria-posinset')).toBe('4');
    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    expect(await current.getAttribute('aria-posinset')).toBe(await current.getAttribute('aria-setsize'));
    expect(await page.getByRole('listbox').getAttribute('aria-activedescendant')).toBe(
      await current.getAttribute('id'),
    );
    await page.keyboard.press('ArrowUp');
    expect(await page.locator('.finding-head code').textContent()).toBe(
      await current.locator('.row-variable').textContent(),
    );
    await page.keyboard.press('/');
    await page.keyboard.type('count');
    expect(await page.getByLabel('Search findings').inputValue()).toBe('count');
    // Letters and arrows in the field do not step.
    const step = await page.locator('.now-step').textContent();
    await page.keyboard.press('ArrowLeft');
    expect(await page.locator('.now-step').textContent()).toBe(step);
    await page.getByRole('tab', { name: 'Findings' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('tab', { name: 'Model' }).getAttribute('aria-selected')).toBe('true');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Model');
    await page.keyboard.press('End');
    expect(await page.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe('tab-Statistics');
  });

  it('can be walked through with Tab, and shows where the focus is', async () => {
    const { page } = await open(nested);
    const seen = new Set<string>();
    for (let n = 0; n < 40; n++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        return {
          tag: element.tagName,
          name: element.getAttribute('aria-label') ?? element.textContent,
          outline: getComputedStyle(element).outlineStyle,
        };
      });
      // Beyond the last.
      if (focused.tag === 'BODY') break;
      seen.add(focused.name ?? '');
      expect(focused.outline).not.toBe('none');
    }
    for (const name of [
      'Dark theme',
      'Search findings',
      'Findings1',
      'Step back',
      'Zoom in',
      'Overview: the part of the execution that is drawn',
      'Source of the handler, text',
      'Copy the schedule',
    ])
      expect([...seen]).toContain(name);
  });

  it('shows the model, the verdicts and the statistics on tabs', async () => {
    const { page } = await open(nested);
    await page.getByRole('tab', { name: 'Model' }).click();
    const model = await page.getByRole('tabpanel').textContent();
    for (const text of [
      'avr',
      'TIMER1_OVF',
      'attribute signal',
      'ADCSRA bit 3 set',
      'Shared variables',
      'mean',
      'main enables it',
    ])
      expect(model).toContain(text);
    await page.getByRole('tab', { name: 'Verdicts' }).click();
    expect(await page.locator('.verdict.violated h3').textContent()).toContain('atomicity violated');
    expect(await page.locator('.verdict.holds').count()).toBe(2);
    expect(await page.locator('.verdict.holds').first().textContent()).toContain('One arrival of each ISR');
    await page.getByRole('tab', { name: 'Statistics' }).click();
    expect(await page.locator('.figures').textContent()).toMatch(/States\d+/);
  });

  it('opens the finding that the address names, and names the one that is open', async () => {
    const report = withoutTornHarm(await reportOf({ 'uart.c': example('avr-uart/uart_bad.c') }));
    const third = report.findings[3]!;
    const { page } = await open(htmlPage(report), {}, third.fingerprint);
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('aria-posinset')).toBe('4');
    await page.keyboard.press('j');
    expect(new URL(page.url()).hash).toBe(`#${report.findings[4]!.fingerprint}`);
    await page.evaluate((id) => {
      location.hash = id;
    }, report.findings[0]!.fingerprint);
    await expect.poll(() => page.locator('[role=option][aria-selected=true]').getAttribute('aria-posinset')).toBe('1');
  });

  it('is light or dark as the system asks, until the button says otherwise', async () => {
    const { page } = await open(nested, { colorScheme: 'dark' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await background();
    await page.getByRole('button', { name: 'Light theme' }).click();
    const light = await background();
    expect(light).not.toBe(dark);
    await page.getByRole('button', { name: 'Dark theme' }).click();
    expect(await background()).toBe(dark);
    await page.getByRole('button', { name: 'Light theme' }).click();
    await page.reload();
    expect(await background()).toBe(light);
  });

  it('copies the schedule and the replay command', async () => {
    const { page } = await open(nested, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy the replay' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "preempt replay nested.c --schedule '5:ADC 8:TIMER1_OVF 12. / 0'",
    );
    expect(await page.locator('.copy', { hasText: 'Copied' }).count()).toBe(1);
  });

  it('shows the suggested fix as a patch, and its window beside the source', async () => {
    const report = await reportOf({ 'nested.c': corpus('atomicity/nested_avr_isr_bad.c') });
    const fix = {
      context: 'ADC',
      function: '__vector_21',
      file: 'nested.c',
      firstLine: 14,
      lastLine: 15,
      before: ['cli();'],
      after: ['sei();'],
      keepsOut: ['TIMER1_OVF'],
      verified: 'explored again',
    };
    const finding = report.findings[0]!;
    const explained = { ...finding, explanation: { ...finding.explanation!, fix } };
    const { page } = await open(htmlPage({ ...report, findings: [explained] }));
    expect(await page.locator('.patch').textContent()).toBe(
      '+ cli();\n14  sei();\n15  sum += ADCH; // a.1 a.3\n+ sei();\n',
    );
    expect(await page.locator('.card.fix').textContent()).toContain('Keep TIMER1_OVF out of lines 14 to 15 in ADC');
    const lines = await page.locator('.line.fixed').evaluateAll((all) => all.map((l) => l.getAttribute('data-line')));
    expect(lines).toEqual(['14', '15']);
  });

  it('tells and filters what was decided about findings, and what is new', async () => {
    const report = withoutTornHarm(await reportOf({ 'uart.c': example('avr-uart/uart_bad.c') }));
    const findings = report.findings.map((f, n) => {
      const change = n < 3 ? ('unchanged' as const) : ('new' as const);
      if (n === 0) return { ...f, status: 'ignored' as const, reason: 'the lamp may flicker', change };
      return { ...f, status: n === 1 ? ('baseline' as const) : ('open' as const), change };
    });
    const fixed = [{ kind: 'race', variable: 'gone_by_now', function: 'main' }];
    const diff = { against: 'old.json', fixed, notSeen: [] };
    const { page } = await open(htmlPage({ ...report, findings, diff }), {}, findings[0]!.fingerprint);
    expect(await page.locator('.finding-head').textContent()).toContain('Ignored: the lamp may flicker');
    await page.getByLabel('Status').selectOption('baseline');
    expect(await page.locator('.row .tag').allTextContents()).toEqual(['In the baseline']);
    await page.getByLabel('Status').selectOption('');
    await page.getByLabel('Change').selectOption('new');
    expect(await page.locator('.row .tag.new').count()).toBe(3);
    expect(await page.locator('.row').count()).toBe(3);
    await page.getByRole('tab', { name: 'Verdicts' }).click();
    expect(await page.getByRole('tabpanel').textContent()).toMatch(/Fixed since old\.json.*gone_by_now/);
  });

  it('says what it means that nothing was found', async () => {
    const { page } = await open(htmlPage(await reportOf(corpus('atomicity/nested_avr_isr_ok.c'))));
    expect(await page.locator('h1').textContent()).toBe('No findings');
    expect(await page.locator('.verdict.holds').count()).toBe(3);
  });

  it.each([1280, 800])('fits into a window of %i pixels, on every tab', async (width) => {
    const { page } = await open(several, { viewport: { width, height: 800 } });
    for (const tab of ['Findings', 'Model', 'Verdicts', 'Statistics']) {
      await page.getByRole('tab', { name: tab }).click();
      const overflow = await page.evaluate(() =>
        [document.documentElement, document.querySelector('[role=tabpanel]')!].map(
          (e) => e.scrollWidth - e.clientWidth,
        ),
      );
      expect(overflow, tab).toEqual([0, 0]);
    }
  });

  it('prints the open finding and a summary of all', async () => {
    const { page } = await open(several, { colorScheme: 'dark' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.printed-finding').count()).toBe(6);
    expect(await page.locator('#print').isVisible()).toBe(true);
    expect(await page.locator('.sidebar').isVisible()).toBe(false);
    expect(await page.locator('.drawing').isVisible()).toBe(true);
    const text = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(text).toBe('rgb(27, 35, 48)');
  });
});
