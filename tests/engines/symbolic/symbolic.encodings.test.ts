// All outcomes of the litmus programs by each encoding are those of brute force; the paper's programs have their
// verdicts in every encoding.

import { beforeAll, describe, expect, it } from 'vitest';
import { Inexpressible } from '../../../src/engines/symbolic/ordering/locations.js';
import type { Program } from '../../../src/model/program.js';
import type { CadicalLibrary } from '../../../src/solve/cadical.js';
import { loadText } from '../../model/load.js';
import { loadCadical } from '../../solve/loaded-cadical.js';
import type { SymbolicOptions } from '../check.js';
import { checkSymbolically } from '../check.js';
import { litmusPrograms, loadTestProgram, paperPrograms, type TestProgram } from './litmus.js';
import { outcomesByGaps, outcomesByOrder } from './outcomes.js';

let library: CadicalLibrary;
beforeAll(async () => {
  library = await loadCadical();
});

const loaded = new Map<string, Promise<Program>>();

/** Compiled once for all encodings. */
function load(program: TestProgram): Promise<Program> {
  let known = loaded.get(program.name);
  if (known === undefined) loaded.set(program.name, (known = loadTestProgram(program)));
  return known;
}

describe('outcomes', () => {
  it.each(litmusPrograms)('of $name by gaps', async (litmus) => {
    const program = await load(litmus);
    expect(outcomesByGaps(library, program, litmus.arrivals)).toEqual(litmus.outcomes);
    expect(outcomesByGaps(library, program, litmus.arrivals, { tracePartitioning: true })).toEqual(litmus.outcomes);
  });

  describe.each(['po', 'precise', 'threads'] as const)('by %s', (encoding) => {
    const refused = new Map<string, string>();
    let rejected = 0;

    it.each(litmusPrograms)('of $name, or why there are none', async (litmus) => {
      const program = await load(litmus);
      try {
        const found = outcomesByOrder(library, program, litmus.arrivals, encoding);
        expect(found.outcomes).toEqual(litmus.outcomes);
        rejected += found.rejected;
      } catch (thrown) {
        if (!(thrown instanceof Inexpressible)) throw thrown;
        refused.set(litmus.name, thrown.why);
      }
    });

    it('of all but a few', () => {
      const [bound, others] = [true, false].map((isBound) =>
        [...refused].filter(([, why]) => why.endsWith(', which starts only at certain calls') === isBound),
      );
      expect(bound!.map(([name]) => name)).toEqual(
        litmusPrograms.map((litmus) => litmus.name).filter((name) => name.startsWith('arrive-')),
      );
      expect(Object.fromEntries(others!)).toEqual({
        'masked-opened-both.c': 'INT0 and INT1, which may preempt each other',
      });
      expect(litmusPrograms.length - refused.size).toBeGreaterThanOrEqual(40);
    });

    it(encoding === 'precise' ? 'by models of executions only' : 'after models that are no executions', () => {
      expect(rejected > 0).toBe(encoding !== 'precise');
    });
  });
});

// All accesses of an atomic section are one step there.
it.each(['gap', 'po', 'precise', 'threads'] as const)('%s knows of what an execution ends with', async (encoding) => {
  const text = `
    #include <preempt.h>
    #include <stdlib.h>
    int x;
    void isr_1(void) { x = 1; }
    int main(void) {
      int before = x;
      preempt_atomic_begin();
      if (x != before) exit(0);
      preempt_atomic_end();
      return 0;
    }`;
  const { program } = await loadText(text, { clang: 'auto', interrupts: 'on' });
  const { findings } = await checkSymbolically(program, {
    encoding,
    properties: ['atomicity'],
    arrivals: 1,
    unwind: 1,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
    isOver: () => undefined,
  });
  expect(findings).toMatchObject([{ kind: 'atomicity', pattern: 'RWR', variable: 'x' }]);
});

describe.each(paperPrograms)('$name', (paper) => {
  it.each(['gap', 'po', 'precise', 'threads'] as const)('has its verdict by %s', async (encoding) => {
    const options: SymbolicOptions = {
      encoding,
      properties: ['assertion'],
      arrivals: paper.arrivals,
      unwind: 3,
      unit: 'task',
      effect: 'reaching',
      races: 'default',
      isOver: () => undefined,
    };
    const { verdicts, statistics } = await checkSymbolically(await load(paper), options);
    expect(verdicts).toMatchObject([{ property: 'assertion', kind: paper.verdict }]);
    // Fig. 9 is the false alarm of po that replay rejects; threads has many others.
    const isMisled = encoding === 'po' && (paper.name === 'fig9.c' || paper.name === 'fig9-data.c');
    if (isMisled) expect(statistics.rejected).toBeGreaterThan(0);
    else if (encoding !== 'threads') expect(statistics.rejected).toBe(0);
  });
});
