// Who may start while an ISR runs that opens the mask: itself, too, up to three runs at once; and what every engine,
// and every report, makes of it.

import { describe, expect, it } from 'vitest';
import { replay } from '../../src/execution/replay.js';
import { parseSchedule } from '../../src/execution/schedule.js';
import type { Program } from '../../src/model/program.js';
import { checkByExploring, checkSymbolically } from '../engines/check.js';
import { usualOptions } from '../engines/options.js';
import { loadText } from '../model/load.js';

const counter = (handler: string): string =>
  `#include <avr/io.h>\n#include <avr/interrupt.h>\nstatic volatile uint8_t n;\n${handler}\nint main(void) {\n TIMSK0 |= 1 << OCIE0B;\n sei();\n for (;;)\n  ;\n}\n`;
const opening = counter('ISR(TIMER0_COMPB_vect) {\n sei();\n n = (n + 1) & 3;\n}');
const closed = counter('ISR(TIMER0_COMPB_vect) {\n n = (n + 1) & 3;\n}');

async function replayed(program: Program, schedule: string) {
  const parsed = parseSchedule(schedule);
  if (parsed.kind === 'problem') throw new Error(parsed.problem.message);
  return replay(program, parsed.schedule);
}

describe('an ISR that opens the mask', () => {
  it('is marked as one that runs several times at once; one that does not is not', async () => {
    const isrOf = async (text: string) => (await loadText(text)).program.contexts[1];
    expect(await isrOf(opening)).toMatchObject({ multiple: true });
    expect(await isrOf(closed)).not.toHaveProperty('multiple');
    expect(await isrOf(counter('ISR(TIMER0_COMPB_vect, ISR_NOBLOCK) { n++; }'))).toMatchObject({ multiple: true });
    const attribute = 'void __vector_15(void) __attribute__((interrupt));\nvoid __vector_15(void) { n++; }';
    expect(await isrOf(counter(attribute))).toMatchObject({ multiple: true });
  });

  it('runs three times at once, and is refused a fourth time', async () => {
    const { program } = await loadText(opening);
    const isr = program.contexts[1]!.name;
    const three = await replayed(program, `3:${isr} 4:${isr} 5:${isr} 6. / 0`);
    expect(three.ending).toEqual({ kind: 'complete', how: 'stop' });
    expect(three.events.filter((e) => e.event.kind === 'start').map((e) => e.depth)).toEqual([1, 2, 3]);
    const four = await replayed(program, `3:${isr} 4:${isr} 5:${isr} 6:${isr} 7. / 0`);
    expect(four.ending).toMatchObject({ refusal: { kind: 'cannot-start', obstacle: { kind: 'reentry' } } });
  });

  it('says in its bounds that more runs at once were cut off', async () => {
    const { program } = await loadText(opening);
    const bounds = async (arrivals: number) =>
      (await checkByExploring(program, { ...usualOptions, arrivals })).verdicts.map((v) => v.bounds);
    expect(await bounds(Number.POSITIVE_INFINITY)).toEqual(
      Array.from({ length: 3 }, () => ({ arrivals: 'unbounded', reentry: 3 })),
    );
    // With three arrivals there is nothing to cut.
    expect(await bounds(3)).toEqual(Array.from({ length: 3 }, () => ({ arrivals: 3 })));
  });

  it('is not encoded by the symbolic engine, which says so with two arrivals', async () => {
    const { program } = await loadText(opening.replace('for (;;)', 'if (0)'));
    for (const encoding of ['gap', 'precise'] as const) {
      const asked = { ...usualOptions, properties: ['atomicity'], encoding } as const;
      const [one] = (await checkSymbolically(program, { ...asked, arrivals: 1 })).verdicts;
      expect(one).toMatchObject({ kind: 'holds' });
      const two = await checkSymbolically(program, { ...asked, arrivals: 2 });
      expect(two.verdicts[0]).toMatchObject({
        kind: 'unknown',
        because: expect.stringContaining('cannot express that TIMER0_COMPB is entered again while it runs'),
      });
      expect(two.isComplete).toBe(false);
    }
  });
});

describe('exit', () => {
  it('opens the mask or restores it', async () => {
    const { program } = await loadText(opening);
    const isr = program.contexts[1]!.name;
    // The inner run has ended: the outer one, which had opened the mask, can be interrupted again.
    const again = await replayed(program, `3:${isr} 4:${isr} 7:${isr} 8. / 0`);
    expect(again.ending).toEqual({ kind: 'complete', how: 'stop' });
    expect(again.events.filter((e) => e.event.kind === 'start').map((e) => e.depth)).toEqual([1, 2, 2]);
  });
});
