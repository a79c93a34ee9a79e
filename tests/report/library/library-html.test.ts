// The HTML report: a matrix for each structure whose cells lead to their pairs; nothing of the input is markup.

import { expect, it } from 'vitest';
import { libraryHtml } from '../../../src/report/library/library-html.js';
import { kernelRequest, reportOf, smallKernel } from '../../engines/library/prepared.js';

it('has a cell with a link for each pair of functions, and the pair that it leads to', async () => {
  const tasks = ['registry_add', 'registry_remove'];
  const report = await reportOf({ ...kernelRequest(), description: { ...smallKernel, tasks, fromIsr: [] } });
  const html = libraryHtml({ ...report, library: '<script>alert(1)</script>' }, process.cwd());
  for (const id of ['at-H1', 'at-H2', 'at-H3']) {
    expect(html).toContain(`<a href="#${id}">1</a>`);
    expect(html).toContain(`<div class="pair" id="${id}">`);
  }
  expect(html).toContain('<th scope="col">registry_remove</th>');
  expect(html).toContain('begins write of registry');
  expect(html).not.toContain('<script');
});
