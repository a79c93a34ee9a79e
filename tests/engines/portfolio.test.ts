// `--engine auto`: who gets how long, who settles what, and what is reported when both have something to say. First
// with engines that only take time, then with the real ones on programs of the corpus.

import { beforeAll, describe, expect, it } from 'vitest';
import { loadProgram, type Program } from '../../src/check.js';
import { type Checked, type Engine, type News, type Questions, settle } from '../../src/engines/engine.js';
import { exploreEngine } from '../../src/engines/explore/explore.js';
import type { Limits } from '../../src/engines/limits.js';
import { portfolio } from '../../src/engines/portfolio.js';
import { symbolicEngine } from '../../src/engines/symbolic/symbolic.js';
import type { Finding, Property } from '../../src/findings/finding.js';
import type { Verdict } from '../../src/findings/verdict.js';
import type { Solvers } from '../../src/solve/solver.js';
import { sharedCadical } from '../solve/loaded-cadical.js';
import { checkByExploring } from './check.js';

function verdict(kind: Verdict['kind'], engine: string, because = 'of something'): Verdict {
  const common = { property: 'assertion', engine, bounds: { arrivals: 1 }, assumptions: [] } as const;
  return kind === 'unknown' ? { ...common, kind, because } : { ...common, kind };
}

function finding(id: string, engine: string, harm?: Finding['harm'], schedule = ''): Finding {
  return {
    id,
    kind: 'atomicity',
    variable: id,
    example: id,
    engine,
    schedule,
    accesses: [],
    ...(harm === undefined ? {} : { harm }),
  };
}

/** Time passes only where an engine takes it. */
class World {
  seconds = 0;
  memory = 0;
  interrupted = false;
  readonly log: string[] = [];

  /** Computes for so long, looking at its limits now and then; the reason why it had to stop, if it had to. */
  *work(name: string, needed: number, limits: Limits): Generator<News, string | undefined> {
    const from = this.seconds;
    let done = 0;
    for (; done < needed; done += 0.25) {
      if (limits.isPauseDue?.() === true)
        yield { kind: 'pause', progress: { phase: 'exploring', states: done, sightings: 0 } };
      const because = limits.isOver();
      if (because !== undefined) {
        this.log.push(`${name} stopped after ${done} s: ${because}`);
        return because;
      }
      this.seconds += 0.25;
    }
    this.log.push(`${name} done after ${done} s, ${from} to ${this.seconds}`);
    return undefined;
  }

  run(engines: Pair, seconds = 60, properties: readonly Property[] = ['assertion']): Promise<Checked> {
    const both = portfolio(engine('explore', engines.explore), engine('symbolic', engines.symbolic), {
      seconds,
      now: () => this.seconds * 1000,
      memoryUsed: () => this.memory,
    });
    return settle(
      both,
      {} as Program,
      { ...asked, properties },
      {
        isOver: () => (this.interrupted ? 'Ctrl-C' : this.seconds > seconds ? 'the time limit' : undefined),
        isPauseDue: () => true,
        pause: async () => {},
      },
    );
  }

  engines(
    exploreNeeds: number,
    symbolicNeeds: number,
    says: { readonly explore?: Verdict['kind']; readonly symbolic?: Verdict['kind'] } = {},
  ): Pair {
    const world = this;
    return {
      *explore(_, limits) {
        const because = yield* world.work('explore', exploreNeeds, limits);
        const kind = because === undefined ? (says.explore ?? 'holds') : 'unknown';
        const statistics = { states: 7, clauses: 1 };
        return { verdicts: [verdict(kind, 'explore', because)], findings: [], statistics, isComplete: true };
      },
      *symbolic(_, limits) {
        const because = yield* world.work('symbolic', symbolicNeeds, limits);
        const kind = because === undefined ? (says.symbolic ?? 'holds') : 'unknown';
        return {
          verdicts: [verdict(kind, 'symbolic (gap)', because)],
          isComplete: because === undefined,
          findings: [],
          statistics: { gaps: 3, clauses: 20 },
        };
      },
    };
  }
}

type Check = (properties: readonly Property[], limits: Limits) => Generator<News, Checked>;

interface Pair {
  readonly explore: Check;
  readonly symbolic: Check;
}

const asked: Omit<Questions, 'properties'> = {
  arrivals: 1,
  unwind: 8,
  unit: 'task',
  effect: 'reaching',
  races: 'default',
};

function engine(name: string, check: Check): Engine {
  return {
    name,
    async *check(_, { properties }, limits) {
      return yield* check(properties, limits);
    },
  };
}

describe('turns', () => {
  it('explore alone, where it is quick', async () => {
    const world = new World();
    const { verdicts, statistics } = await world.run(world.engines(4, 1));
    expect(world.log).toEqual(['explore done after 4 s, 0 to 4']);
    expect(verdicts).toMatchObject([{ kind: 'holds', engine: 'explore' }]);
    expect(statistics).toEqual({ states: 7, clauses: 1 });
  });

  it('symbolic, where explore is not; then explore is dismissed', async () => {
    const world = new World();
    const { verdicts, statistics } = await world.run(world.engines(100, 3));
    expect(world.log).toEqual([
      'symbolic done after 3 s, 5.25 to 8.25',
      'explore stopped after 5.25 s: everything was settled',
    ]);
    expect(verdicts).toMatchObject([{ kind: 'holds', engine: 'symbolic (gap)' }]);
    expect(statistics).toEqual({ states: 7, gaps: 3, clauses: 21, exploreClauses: 1, symbolicClauses: 20 });
  });

  it('explore goes on where symbolic does not settle it in half of the rest', async () => {
    const world = new World();
    const { verdicts } = await world.run(world.engines(30, 100));
    expect(world.log).toEqual([
      'symbolic stopped after 27.5 s: its share of the time was over',
      'explore done after 30 s, 0 to 57.5',
    ]);
    expect(verdicts).toMatchObject([{ kind: 'holds', engine: 'explore' }]);
  });

  it('explore goes on where symbolic ends without a verdict', async () => {
    const world = new World();
    const { verdicts } = await world.run(world.engines(50, 2, { symbolic: 'unknown' }));
    expect(world.log).toEqual(['symbolic done after 2 s, 5.25 to 7.25', 'explore done after 50 s, 0 to 52']);
    expect(verdicts).toMatchObject([{ kind: 'holds', engine: 'explore' }]);
  });

  it('explore goes on where symbolic has a finding and there may be more', async () => {
    const world = new World();
    const engines = world.engines(20, 2);
    const { verdicts } = await world.run({
      *explore(properties, limits) {
        const checked = yield* engines.explore(properties, limits);
        return { ...checked, verdicts: [verdict('violated', 'explore')] };
      },
      *symbolic(properties, limits) {
        const checked = yield* engines.symbolic(properties, limits);
        const incomplete = 'a loop goes on';
        return { ...checked, verdicts: [{ ...verdict('violated', 'symbolic (gap)'), kind: 'violated', incomplete }] };
      },
    });
    expect(world.log).toEqual(['symbolic done after 2 s, 5.25 to 7.25', 'explore done after 20 s, 0 to 22']);
    expect(verdicts).toEqual([verdict('violated', 'explore')]);
  });

  it('nothing is settled when the time is over', async () => {
    const world = new World();
    const { verdicts } = await world.run(world.engines(100, 100));
    expect(verdicts).toEqual([
      {
        ...verdict('unknown', 'explore, symbolic (gap)'),
        because: 'explore: the time limit; symbolic (gap): its share of the time was over',
      },
    ]);
  });

  it('assertions are settled though the rest is too much', async () => {
    const world = new World();
    const properties: readonly Property[] = ['race', 'assertion'];
    const { verdicts, statistics } = await world.run(
      {
        *explore(_, limits) {
          const because = yield* world.work('explore', 100, limits);
          return {
            verdicts: properties.map((p) => ({ ...verdict('unknown', 'explore', because), property: p })),
            findings: [],
            statistics: {},
            isComplete: false,
          };
        },
        *symbolic(asked, limits) {
          const because = yield* world.work(asked.join(), asked.includes('assertion') ? 2 : 100, limits);
          const kind = because === undefined ? 'holds' : 'unknown';
          return {
            verdicts: asked.map((p) => ({ ...verdict(kind, 'symbolic (gap)', because), property: p })),
            isComplete: because === undefined,
            findings: [],
            statistics: { clauses: 10 },
          };
        },
      },
      60,
      properties,
    );
    expect(world.log).toEqual([
      'assertion done after 2 s, 5.25 to 7.25',
      'race stopped after 25.5 s: its share of the time was over',
      'explore stopped after 32.75 s: the time limit',
    ]);
    expect(verdicts).toMatchObject([
      { property: 'race', kind: 'unknown' },
      { property: 'assertion', kind: 'holds', engine: 'symbolic (gap)' },
    ]);
    expect(statistics).toEqual({ clauses: 20 });
  });

  it('a short limit is shared too', async () => {
    const world = new World();
    await world.run(world.engines(100, 1), 6);
    expect(world.log[0]).toBe('symbolic done after 1 s, 2.25 to 3.25');
  });

  it.each([0.5, 4])(
    'whoever counts its work has its turn by that, if the computer makes %d million in a second',
    async (speed) => {
      const world = new World();
      const { symbolic } = world.engines(0, 1, { symbolic: 'unknown' });
      let paused: number | undefined;
      let work = 0;
      await world.run({
        symbolic: (properties, limits) => {
          paused ??= work;
          return symbolic(properties, limits);
        },
        *explore(_, limits) {
          for (; work < 10_000_000; work += 1000) {
            world.seconds += 0.001 / speed;
            const isOver = limits.isTurnOver?.(work) === true;
            if (isOver) yield { kind: 'pause', progress: { phase: 'exploring', states: work, sightings: 0 } };
          }
          return { verdicts: [verdict('holds', 'explore')], findings: [], statistics: {}, isComplete: true };
        },
      });
      expect(paused).toBe(400_000);
    },
  );

  it('the first turn ends when half of the memory is used', async () => {
    const world = new World();
    world.memory = 0.6;
    await world.run(world.engines(100, 1));
    expect(world.log[0]).toBe('symbolic done after 1 s, 0 to 1');
  });

  it('Ctrl-C ends both', async () => {
    const world = new World();
    const engines = world.engines(100, 100);
    const { verdicts } = await world.run({
      ...engines,
      symbolic: (properties, limits) => {
        world.interrupted = true;
        return engines.symbolic(properties, limits);
      },
    });
    expect(world.log).toEqual(['symbolic stopped after 0 s: Ctrl-C', 'explore stopped after 5.25 s: Ctrl-C']);
    expect(verdicts[0]?.kind).toBe('unknown');
  });
});

describe('a thread to spare', () => {
  /** What the second engine finds out elsewhere, while this thread pauses so often. */
  function elsewhere(check: Check, pauses: number, events: string[]): Engine {
    return {
      ...engine('symbolic', check),
      leaves: ['deadlock'],
      async *check(_, { properties }, limits) {
        const steps = check(properties, limits);
        events.push(`asked about ${properties}`);
        try {
          for (let n = 0; n < pauses; n++) {
            await Promise.resolve();
            yield { kind: 'pause', progress: { phase: 'asking the solver', states: 0, sightings: 0 } };
          }
          for (;;) {
            const { done, value } = steps.next();
            if (done !== true) yield value;
            else {
              events.push('answered');
              return value;
            }
          }
        } finally {
          events.push('left');
        }
      },
    };
  }

  /** Symbolic takes none of this thread's time. */
  const symbolic = (kind: Verdict['kind']): Check =>
    function* (asked) {
      yield { kind: 'finding', finding: finding('s', 'symbolic (gap)', 'harmful', 's') };
      return {
        verdicts: asked.map((property) => ({ ...verdict(kind, 'symbolic (gap)'), property })),
        isComplete: kind !== 'unknown',
        findings: [finding('s', 'symbolic (gap)', 'harmful', 's')],
        statistics: { clauses: 20 },
      };
    };

  async function run(
    needed: number,
    properties: readonly Property[],
    pauses: number | undefined,
    kind: Verdict['kind'],
  ) {
    const events: string[] = [];
    const found: string[] = [];
    const check = symbolic(kind);
    let done = 0;
    const explore: Check = function* (asked, limits) {
      let because: string | undefined;
      for (; done < needed && because === undefined; done += 1000) {
        because = limits.isOver();
        if (limits.isTurnOver?.(done) === true || done % 10_000 === 0)
          yield { kind: 'pause', progress: { phase: 'exploring', states: done, sightings: 0 } };
      }
      events.push('searched');
      return {
        verdicts: asked.map((property) => ({ ...verdict('unknown', 'explore', because), property })),
        findings: [finding('e', 'explore', 'harmful', `e${done}`)],
        statistics: { states: done },
        isComplete: false,
      };
    };
    const both = portfolio(
      engine('explore', explore),
      { ...engine('symbolic', check), leaves: ['deadlock'] },
      {
        seconds: 60,
        memoryUsed: () => 0,
        now: () => 0,
        ...(pauses === undefined ? {} : { ahead: () => elsewhere(check, pauses, events) }),
      },
    );
    const limits = { isOver: () => undefined, isPauseDue: () => true, pause: async () => {} };
    const checked = await settle(both, {} as Program, { ...asked, properties }, limits, (f) => found.push(f.id));
    return { checked, found, events };
  }

  it.each([
    ['dismisses the first where it stood at its turn', ['assertion'], 'holds'],
    ['goes on after it', ['assertion'], 'unknown'],
    ['never dismisses whom it cannot replace', ['assertion', 'deadlock'], 'holds'],
  ] as const)('%s, whoever is faster', async (_, properties, kind) => {
    const alone = await run(2_000_000, properties, undefined, kind);
    for (const pauses of [0, 20, 5000]) {
      const beside = await run(2_000_000, properties, pauses, kind);
      expect(beside.checked).toEqual(alone.checked);
      expect(beside.found).toEqual(alone.found);
      expect(beside.events).toContain('answered');
    }
  });

  it('lets the first go on meanwhile where it cannot be dismissed', async () => {
    const both = ['assertion', 'deadlock'] as const;
    expect((await run(2_000_000, both, 5000, 'holds')).events.indexOf('searched')).toBe(1);
    expect((await run(2_000_000, ['assertion'], 5000, 'holds')).events.at(-1)).toBe('searched');
  });

  it('is left alone where the first has done all before the turn of the second', async () => {
    expect((await run(40_000, ['assertion'], 10, 'holds')).events).toEqual(['searched']);
    const { checked, found, events } = await run(300_000, ['assertion'], 10_000, 'holds');
    expect(checked.statistics).toEqual({ states: 300_000 });
    expect(found).toEqual([]);
    await new Promise((resume) => setTimeout(resume, 0));
    expect(events).toEqual(['asked about assertion', 'searched', 'left']);
  });
});

describe('both have something to say', () => {
  it.each([
    ['violated', 'unknown', 'violated', 'explore'],
    ['unknown', 'violated', 'violated', 'symbolic (gap)'],
    ['holds', 'violated', 'violated', 'symbolic (gap)'],
    ['violated', 'holds', 'violated', 'explore'],
    ['unknown', 'holds', 'holds', 'symbolic (gap)'],
    ['unknown', 'unknown', 'unknown', 'explore, symbolic (gap)'],
  ] as const)('%s and %s: %s', async (explore, symbolic, kind, engine) => {
    const world = new World();
    const engines = world.engines(10, 1, { symbolic });
    const { verdicts } = await world.run({
      ...engines,
      *explore(properties, limits) {
        return { ...(yield* engines.explore(properties, limits)), verdicts: [verdict(explore, 'explore')] };
      },
    });
    expect(verdicts).toMatchObject([{ kind, engine }]);
  });

  it('findings are joined by what they are; the one that shows harm is kept, else that of explore', async () => {
    const world = new World();
    const engines = world.engines(10, 1);
    const { findings } = await world.run({
      *explore(properties, limits) {
        const findings = [
          finding('both', 'explore', 'harmful', 'e1'),
          finding('better', 'explore', 'not-shown-harmful', 'e2'),
        ];
        return { ...(yield* engines.explore(properties, limits)), findings };
      },
      *symbolic(properties, limits) {
        const findings = [
          finding('both', 'symbolic (gap)', 'harmful', 's1'),
          finding('better', 'symbolic (gap)', 'harmful', 's2'),
          finding('more', 'symbolic (gap)', 'harmful', 's3'),
        ];
        return { ...(yield* engines.symbolic(properties, limits)), findings };
      },
    });
    expect(findings.map((f) => [f.id, f.harm, f.schedule, f.engine])).toEqual([
      ['better', 'harmful', 's2', 'symbolic (gap)'],
      ['both', 'harmful', 'e1', 'explore'],
      ['more', 'harmful', 's3', 'symbolic (gap)'],
    ]);
  });
});

describe('real engines', () => {
  const settings = {
    properties: ['atomicity', 'race', 'assertion'],
    reduction: 'reduced',
    encoding: 'gap',
    arrivals: 1,
    unwind: 8,
    unit: 'task',
    effect: 'reaching',
    races: 'default',
  } as const;
  const names = ['assertion/double_read_bad', 'assertion/double_read_ok', 'atomicity/command_union_bad'];
  const programs = new Map<string, Program>();
  let solvers: Solvers;
  beforeAll(async () => {
    solvers = await sharedCadical();
    for (const name of names) {
      const loaded = await loadProgram({ paths: [`tests/corpus/${name}.c`] });
      if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
      programs.set(name, loaded.value.program);
    }
  });

  /** explore is held before its first step. */
  const held = (program: Program, mayGoOn: boolean): Promise<Checked> => {
    let isFirst = true;
    const symbolic = symbolicEngine({ ...settings, solvers });
    const second: Engine = {
      name: 'symbolic',
      async *check(...given) {
        const checked = yield* symbolic.check(...given);
        return { ...checked, isComplete: checked.isComplete && !mayGoOn };
      },
    };
    const both = portfolio(exploreEngine({ ...settings, solvers }), second, { seconds: 60, memoryUsed: () => 1 });
    return settle(both, program, settings, {
      isOver: () => undefined,
      isPauseDue: () => isFirst,
      pause: async () => void (isFirst = false),
    });
  };

  it.each(names)('settle %s together as explore does alone', async (name) => {
    const program = programs.get(name)!;
    const alone = await checkByExploring(program, { ...settings, isOver: () => undefined });
    const ids = alone.findings.map((f) => f.id);
    const kinds = alone.verdicts.map((v) => [v.property, v.kind]);
    const dismissed = await held(program, false);
    expect(dismissed.findings.map((f) => f.id)).toEqual(ids);
    expect(dismissed.verdicts.map((v) => [v.property, v.kind])).toEqual(kinds);
    expect(dismissed.verdicts.map((v) => v.engine)).toEqual(kinds.map(() => 'symbolic (gap)'));
    const together = await held(program, true);
    expect(together.findings.map((f) => [f.id, f.schedule])).toEqual(alone.findings.map((f) => [f.id, f.schedule]));
    expect(together.verdicts).toEqual(alone.verdicts);
    expect(together.findings.every((f) => f.engine === 'explore')).toBe(true);
  });
});
