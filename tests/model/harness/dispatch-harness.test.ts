// The program around dispatch routines: its C, who may meet whom, and what is wrong with a list.

import { describe, expect, it } from 'vitest';
import { loadProgram } from '../../../src/check.js';
import type { Dispatch } from '../../../src/model/harness/dispatch-harness.js';
import { mayMeet } from '../../../src/model/harness/dispatch-harness.js';
import { loadText, withFile } from '../../engines/sequentialize/written.js';

const library = `int counter;
void *device = &counter;
void setup(void) { counter = 0; }
int read_it(void *d, unsigned n) { return *(int *)d + (int)n; }
int write_it(void *d) { return ++*(int *)d; }
void timer_isr(void) { counter++; }
`;
const dispatch: Dispatch = {
  setup: 'setup',
  argument: 'device',
  routines: [
    { function: 'read_it', category: 'io' },
    { function: 'write_it', category: 'io' },
    { function: 'timer_isr', category: 'timer' },
  ],
  never: [['timer', 'timer']],
};

describe('the harness', () => {
  it('calls one routine in each of two threads, but those that never meet', async () => {
    const { program } = await loadText(library, { dispatch });
    const text = program.harness!.text;
    expect(program.contexts.map((c) => `${c.kind} ${c.function}`)).toEqual(['main main', 'thread other']);
    expect(text).toContain('    case 0: read_it(device, preempt_nondet_u32()); break;');
    expect(text).toContain('    preempt_assume(!(first == 2 && second == 2));');
    expect(text.match(/preempt_assume\(!/g)).toHaveLength(1);
    expect(program.assumptions.join('\n')).toContain('dispatch: never at the same time: timer with timer');
  });

  it('calls one of a pair in each thread, and no other', async () => {
    const [first, second] = dispatch.routines;
    const pair: Dispatch = { ...dispatch, routines: [first!, second!], isPair: true, left: ['timer_isr'], never: [] };
    const { program } = await loadText(library, { dispatch: pair });
    const [other, main] = program.harness!.text.split('int main(void)');
    expect(program.contexts.map((c) => `${c.kind} ${c.function}`)).toEqual(['main main', 'thread other']);
    expect(other).toContain('    write_it(device);');
    expect(main).toContain('    read_it(device, preempt_nondet_u32());');
    expect(main).not.toContain('write_it');
  });

  it('makes no handler of a routine that it leaves out, whatever its name', async () => {
    const routines = dispatch.routines.slice(0, 2);
    const left = await loadText(library, { dispatch: { ...dispatch, routines, never: [], left: ['timer_isr'] } });
    expect(left.program.contexts.map((c) => c.kind)).toEqual(['main', 'thread']);
    const unknown = await loadText(library, { dispatch: { ...dispatch, routines, never: [] } });
    expect(unknown.program.contexts.map((c) => c.kind)).toContain('isr');
  });

  it('gives pointers objects of their own where no argument is named', async () => {
    const { argument: _, ...rest } = dispatch;
    expect((await loadText(library, { dispatch: rest })).program.harness!.text).toContain('read_it(driven_');
  });

  it.each([
    [{ ...dispatch, routines: [] }, 'at least one routine'],
    [{ ...dispatch, setup: 'begin' }, 'there is no function begin()'],
    [{ ...dispatch, argument: 'nothing' }, 'there is no variable nothing'],
    [{ ...dispatch, never: [['io', 'pnp']] }, 'pnp is no routine and no category'],
  ] satisfies readonly [Dispatch, string][])('says what is wrong with a list: %#', async (wrong, message) => {
    await withFile(library, async (file) => {
      const loaded = await loadProgram({ paths: [file], cache: false, dispatch: wrong });
      expect(loaded.kind).toBe('failed');
      expect(loaded.diagnostics.map((d) => d.message).join()).toContain(message);
    });
  });
});

describe('who may meet', () => {
  const [read, write, timer] = dispatch.routines as readonly [
    { function: string },
    { function: string },
    { function: string },
  ];
  it('is everybody, but those that a list or * keeps apart', () => {
    expect(mayMeet(dispatch, read, write)).toBe(true);
    expect(mayMeet(dispatch, timer, timer)).toBe(false);
    expect(mayMeet({ ...dispatch, never: [['write_it', '*']] }, read, write)).toBe(false);
    expect(mayMeet({ ...dispatch, never: [['write_it', '*']] }, read, read)).toBe(true);
  });
});
