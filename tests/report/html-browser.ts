// The system's Chromium, for tests of the HTML report: opens a page from a file as a reader does, and notes what must
// not happen: an error on the console, and a request to anybody.

import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Undefined where there is none. */
export const chromiumPath = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isExecutable);

export interface Opened {
  readonly page: Page;
  /** Errors and warnings of the console, and exceptions. */
  readonly problems: readonly string[];
  /** Addresses that the page asked for, without its own. */
  readonly requests: readonly string[];
  /** Of these: what the policy of the page did not let out. */
  readonly refused: readonly string[];
}

export class HtmlBrowser {
  private browser: Browser | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'preempt-html-'));
  private files = 0;

  async start(): Promise<void> {
    this.browser = await chromium.launch({ executablePath: chromiumPath!, args: ['--no-sandbox'] });
  }

  async close(): Promise<void> {
    await this.browser?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** `fragment`: what follows the # in the address. */
  async open(html: string, options: BrowserContextOptions = {}, fragment = ''): Promise<Opened> {
    const file = join(this.folder, `${this.files++}.html`);
    writeFileSync(file, html);
    const url = pathToFileURL(file).href;
    const context = await this.browser!.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    const problems: string[] = [];
    const requests: string[] = [];
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('dialog', (dialog) => {
      problems.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (request.url() !== url) requests.push(request.url());
    });
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'csp') refused.push(request.url());
    });
    await page.goto(fragment === '' ? url : `${url}#${fragment}`);
    await page.locator('[role=tablist]').waitFor();
    return { page, problems, requests, refused };
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
