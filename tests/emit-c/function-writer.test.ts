// C from the IR without any finding, under an instrumentation that calls a scheduler before each access: the text, and
// what it does when it is compiled with no more around it than prelude.ts asks for.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LimitReached, noLimits } from '../../src/base/limits.js';
import { CFile } from '../../src/emit-c/c-file.js';
import { functionTexts } from '../../src/emit-c/function-writer.js';
import type { Instrumentation } from '../../src/emit-c/instrumentation.js';
import { NoCForm } from '../../src/emit-c/no-c-form.js';
import { accessCode, preludeTypes, supportCode } from '../../src/emit-c/prelude.js';
import { Machine } from '../../src/machine/machine.js';
import { loadText } from '../model/load.js';
import { compiled, gcc } from '../report/native.js';

const scratch = mkdtempSync(join(tmpdir(), 'preempt-emit-c-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const scheduled: Instrumentation = {
  before: (_, at) => (at === undefined ? [] : [`schedule(${at});`]),
  after: () => [],
  pieces: () => undefined,
  blockSteps: () => 'one',
  afterBlock: () => [],
  deviceRead: () => undefined,
  result: () => 'arbitrary()',
  ownEffect: () => undefined,
  platformCall: (_, called) => [`/* ${called} */`],
  unknownCall: (name) => [`/* ${name}() is unknown */`],
  mainLoop: ['round();'],
  jumpBack: ['back();'],
};

/** Main is the first function. */
async function written(source: string, instrumentation: Partial<Instrumentation> = {}, checkLimits = noLimits) {
  const { program } = await loadText(source);
  const machine = new Machine(program, { arrivals: 1, unwind: 8 });
  const file = new CFile(machine, { readSource: () => source, shownFile: () => 'test.c' }, ['schedule']);
  const main = file.functionName('main');
  const isr = file.functionName('isr_1');
  const bodies = functionTexts(file, { ...scheduled, ...instrumentation }, checkLimits);
  return { file, main, isr, bodies };
}

const counting = `static unsigned char count, rounds = 2;
void isr_1(void) { count++; }
int main(void) {
  for (int n = 0; n < rounds; n++)
    count++;
  return count;
}`;

describe('functions as C', () => {
  it('end when a limit is reached between two', async () => {
    let asked = 0;
    await written(counting, {}, () => void asked++);
    expect(asked).toBe(2);
    const reached = new LimitReached('the time limit of 1 s was reached');
    const over = written(counting, {}, () => {
      if (--asked === 0) throw reached;
    });
    await expect(over).rejects.toBe(reached);
  });

  it('have the instrumentation before each access and where loops jump back', async () => {
    const { bodies } = await written(counting);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toBe(`static void isr_1(void)
{
    uint8_t r0 = 0;

    /* test.c:2 | void isr_1(void) { count++; } */
    schedule(count);
    r0 = load8(count);
    schedule(count);
    store8(count, (uint8_t)((uint32_t)r0 + 1u));
    return;
}`);
    expect(bodies[0]).toContain('back();');
    expect(bodies[0]).not.toContain('round();');
  });

  it('keep the result of an access that the instrumentation asks for', async () => {
    const source = 'static volatile int seen; void isr_1(void) { seen = 1; } int main(void) { seen; return 0; }';
    const { bodies: plain } = await written(source);
    expect(plain[0]).toContain('(void)load32(seen);');
    const { bodies } = await written(source, {
      after: ({ operation, at, value }) => (operation === 'R' ? [`note(${at}, ${value()});`] : []),
    });
    expect(bodies[0]).toMatch(/(\w+) = load32\(seen\);\n {4}note\(seen, \1\);/);
    expect(bodies[1]).not.toContain('note');
  });

  it('make accesses in the pieces and give the results that the instrumentation says', async () => {
    const { bodies } = await written(
      `#include <string.h>
       static volatile unsigned short pair; static char from[6], to[6]; int unknown(void);
       void isr_1(void) { pair = 7; }
       int main(void) { memcpy(to, from, 6); return pair + unknown(); }`,
      {
        pieces: () => [1, 0],
        blockSteps: () => 'reads-and-writes',
        afterBlock: () => ['copied();'],
      },
    );
    const statements = (n: number) => bodies[n]!.split('\n').map((line) => line.trim());
    const stores = statements(1).filter((line) => /^(?:schedule|store8)/.test(line));
    expect(stores).toEqual([
      'schedule(pair + 1u);',
      'store8(pair + 1u, (uint8_t)(whole >> 8));',
      'schedule(pair);',
      'store8(pair, (uint8_t)(whole >> 0));',
    ]);
    expect(statements(0).filter((line) => /^(?:schedule|copied|\/\* unknown)|arbitrary/.test(line))).toEqual([
      'schedule(from + done);',
      'schedule(to + done);',
      'copied();',
      'schedule(pair + 1u);',
      'schedule(pair);',
      '/* unknown() is unknown */',
      expect.stringMatching(/ = \(uint32_t\)arbitrary\(\);$/),
    ]);
  });

  it('are refused where they have no C form', async () => {
    const source = `int sum(int n, ...) { return n; } void isr_1(void) {} int main(void) { return sum(1, 2); }`;
    await expect(written(source)).rejects.toThrow(NoCForm);
  });

  it.skipIf(gcc === undefined)('run with a scheduler of their own', async () => {
    const { file, main, isr, bodies } = await written(counting, { jumpBack: [] });
    const source = join(scratch, 'scheduled.c');
    writeFileSync(
      source,
      `#include <stdlib.h>
#include <stdint.h>
#include <string.h>
${preludeTypes(file.pointerBits)}
${file.layout.text([])}
static uint8_t memory[MEMORY_SIZE];
static address stack_top = STACK_START, heap_end = MEMORY_START + MEMORY_SIZE;
static int accesses, chosen, is_inside;
NO_RETURN static void ends(const char *why) { (void)why; exit(100); }
NO_RETURN HELPER void cannot_go_on(const char *why) { ends(why); }
HELPER uint64_t load(uint64_t at, uint32_t size)
{
    uint64_t value = 0;
    memcpy(&value, memory + (at - MEMORY_START), size);
    return value;
}
HELPER void store(uint64_t at, uint32_t size, uint64_t value) { memcpy(memory + (at - MEMORY_START), &value, size); }
static int is_in_memory(uint64_t at, uint32_t size) { return at >= MEMORY_START && at - MEMORY_START + size <= MEMORY_SIZE; }
${accessCode}
${supportCode}
static void schedule(address at);
${file.declarations().join('\n')}
${bodies.join('\n')}
static void schedule(address at)
{
    if (is_inside || at != count || accesses++ != chosen) return;
    is_inside = 1;
    ${isr}();
    is_inside = 0;
}
int main(int argc, char **argv)
{
    for (int n = 0; initial[n].size > 0; n++) memcpy(memory + (initial[n].at - MEMORY_START), initial[n].bytes, initial[n].size);
    chosen = argc > 1 ? atoi(argv[1]) : -1;
    return (int)${main}();
}
`,
    );
    const run = compiled(source);
    // Between the read and the write of count++ the update of the ISR is lost.
    expect(['0', '1', '2', '3', '4', '5'].map((n) => run(n).code)).toEqual([3, 2, 3, 2, 3, 2]);
  });
});
