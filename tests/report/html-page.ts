// The HTML page with the script and the style that the build has made.

import { readFileSync } from 'node:fs';
import { type Assets, htmlPage as page } from '../../src/report/html/page.js';
import type { Report } from '../../src/report/report.js';

const read = (name: string): string => readFileSync(new URL(`../../dist/report/html/${name}`, import.meta.url), 'utf8');

export const builtAssets = (): Assets => ({ script: read('client.js'), style: read('client.css') });

export function htmlPage(report: Report): string {
  return page(report, builtAssets());
}
