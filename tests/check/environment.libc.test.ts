// Functions of libc that have bodies here: what they do to memory that others see is looked at like all that the
// program does, under both clangs' headers of C.

import { describe, expect, it } from 'vitest';
import { checkByExploring } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';

const head = `#include <stdlib.h>\n#include <string.h>
  void enable_isr(int n); static char text[] = "a b", other[] = "c d"; static char *rest;
  static unsigned char all[3] = {3, 1, 2};
  static int compare(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }`;

async function verdictOf(isr: string, main: string, target?: string): Promise<string> {
  const source = `${head} void isr_1(void) { ${isr} } int main(void) { enable_isr(1); ${main} return 0; }`;
  const { program } = await loadText(source, target === undefined ? {} : { target, platform: 'generic' });
  const { verdicts } = await checkByExploring(program, { ...usualOptions, properties: ['atomicity'] });
  return verdicts.map((v) => (v.kind === 'unknown' ? v.because : v.kind)).join();
}

describe('what a body of libc does', () => {
  it.each([
    ['qsort', 'all[0] = 9;', 'qsort(all, 3, 1, compare);', 'violated'],
    ['qsort beside others', 'text[0] = 9;', 'qsort(all, 3, 1, compare);', 'holds'],
    ['bsearch', 'all[0] = 9;', 'if (bsearch(all, all, 3, 1, compare)) all[0] = 1;', 'violated'],
    ['strtok', 'strtok(other, " ");', 'strtok(text, " "); strtok(0, " ");', 'violated'],
    ['strtok_r', 'strtok(other, " ");', 'strtok_r(text, " ", &rest); strtok_r(0, " ", &rest);', 'holds'],
    ['strsep', 'rest = other;', 'rest = text; strsep(&rest, " "); strsep(&rest, " ");', 'violated'],
  ])('%s', async (_, isr, main, expected) => {
    expect(await verdictOf(isr, main)).toBe(expected);
    expect(await verdictOf(isr, main, 'thumbv7m-none-eabi')).toBe(expected);
  });
});
