// Annotations by comments: what they become, and that a library which has them is searched by them.

import { describe, expect, it } from 'vitest';
import { withCriticalComments } from '../../src/check/critical-comments.js';
import { pairsOf, reportOfText } from '../engines/library/prepared.js';

describe('a comment that annotates a critical access', () => {
  it('becomes a call on the same line', () => {
    const text = 'f();\n/* preempt-critical-begin: list read */ g();\nh(); // preempt-critical-end: list\n';
    const changed = withCriticalComments(text)!;
    expect(changed.split('\n').length).toBe(text.split('\n').length);
    expect(changed).toContain('preempt_critical_begin("list", 0);');
    expect(changed.split('\n')[2]).toContain('preempt_critical_end("list", 1);');
  });

  it('is nothing where there is none, and nothing where it is meant for people', () => {
    expect(withCriticalComments('f(); /* begin of a critical access */')).toBeUndefined();
    expect(withCriticalComments('f(); // see preempt-critical-begin')).toBeUndefined();
  });

  it('decides what races', async () => {
    const library = (f: string): string => `int x, y; void f(void) { ${f} } void i(void) { x = 1; }`;
    const description = { library: 'annotated', tasks: ['f'], fromIsr: ['i'], structures: { s: ['x', 'y'] } };
    const begin = '/* preempt-critical-begin: s write */';
    const end = '/* preempt-critical-end: s */';
    const annotated = await reportOfText(library(`x = 1; ${begin} y = 1; ${end}`), description);
    const derived = await reportOfText(library('x = 1;'), description);
    expect(pairsOf(annotated)).toEqual(['s: W f / W f', 's: W f / W i']);
    expect(annotated.races[0]!.accesses.some((access) => access.isSingle)).toBe(false);
    expect(derived.races.every(({ accesses }) => accesses.every((access) => access.isSingle))).toBe(true);
  });
});
