// Locks that threads take in a circle, where no deadlock was found: every output lists the candidate with the two
// places of each thread, apart from findings.

import type { Log } from 'sarif';
import { beforeAll, expect, it } from 'vitest';
import { checkText } from '../../src/report/check-text.js';
import type { HtmlData } from '../../src/report/html/data.js';
import { encode } from '../../src/report/html/encode.js';
import type { Report } from '../../src/report/report.js';
import { checkSarif } from '../../src/report/sarif.js';
import { plainStyle } from '../../src/report/text-style.js';
import { checkByExploring } from '../engines/check.js';
import { loadText } from '../model/load.js';
import { reportOf } from './report-of.js';
import { sarifProblems } from './sarif-problems.js';

const source = `#include <pthread.h>
static pthread_mutex_t a, b, state;
static pthread_cond_t changed;
static int is_done;
static void *worker(void *p) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_mutex_lock(&state);
  is_done = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&state);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&state);
  while (!is_done) pthread_cond_wait(&changed, &state);
  pthread_mutex_unlock(&state);
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}
`;

let report: Report;

beforeAll(async () => {
  const { program } = await loadText(source);
  const { candidates = [] } = await checkByExploring(program, {
    properties: ['deadlock'],
    reduction: 'reduced',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  report = await reportOf(source, { candidates }, ['deadlock']);
});

it('is in the text, with lines', () => {
  const text = checkText(report, plainStyle).replaceAll(/\s+/g, ' ');
  expect(text).toContain('1 candidate, not believed without more');
  expect(text).toContain('main holds b (line 22) and takes a (line 23), worker holds a (line 6) and takes b (line 7)');
  expect(text).toContain('deadlock 0 - holds');
});

it('is a result to review in SARIF, which cannot be replayed', async () => {
  const text = await checkSarif(report);
  expect(sarifProblems(text)).toEqual([]);
  const [result, ...others] = (JSON.parse(text) as Log).runs[0]!.results!;
  expect(others).toEqual([]);
  expect(result).toMatchObject({ ruleId: 'deadlock', kind: 'review', level: 'none' });
  expect(result!.properties).not.toHaveProperty('replay');
  const related = result!.relatedLocations!.map(({ message, physicalLocation }) => {
    return `${message!.text} ${physicalLocation!.region!.startLine}`;
  });
  expect(related).toEqual([
    '(1) main takes b 22',
    '(2) main takes a while it holds b 23',
    '(3) worker takes a 6',
    '(4) worker takes b while it holds a 7',
  ]);
});

it('is in the data of the HTML report', () => {
  const { candidates } = JSON.parse(encode(report)) as HtmlData;
  expect(candidates).toMatchObject([{ title: 'locks are taken in a circle: b, a' }]);
  expect(candidates[0]!.accesses.map((a) => a.line)).toEqual([22, 23, 6, 7]);
});
