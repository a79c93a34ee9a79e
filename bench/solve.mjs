// Speed of solve/: making and evaluating terms, writing CNF, small incremental checks as an explorer asks them, and a
// few proofs.

import { thisMachine } from '../dist/clang/node-host.js';
import { Blaster } from '../dist/solve/blast.js';
import { loadCadical } from '../dist/solve/cadical.js';
import { CnfWriter } from '../dist/solve/cnf.js';
import { Evaluator } from '../dist/solve/evaluate.js';
import { compareFloats, single } from '../dist/solve/float.js';
import { addFloats, divideFloats, multiplyFloats } from '../dist/solve/float-arithmetic.js';
import { integerToFloat } from '../dist/solve/float-convert.js';
import { Query } from '../dist/solve/query.js';
import { Terms } from '../dist/solve/term.js';

/** Seconds that the work takes. */
function seconds(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

function rate(count, time) {
  return Math.round(count / time);
}

/** Mixed arithmetic over a few variables, as firmware does it: promoted bytes, flags, sums, comparisons. */
function mixedTerms(t, count) {
  const bytes = Array.from({ length: 8 }, (_, i) => t.variable(8, `b${i}`));
  const words = Array.from({ length: 8 }, (_, i) => t.variable(32, `w${i}`));
  let seed = 1;
  const pick = (n) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return (seed >>> 8) % n;
  };
  let flag = t.constant(1, 1);
  let operations = 0;
  while (operations < count) {
    const b = t.zext(bytes[pick(8)], 32);
    const w = words[pick(8)];
    const k = t.constant(32, pick(1000));
    const sum = t.add(t.xor(w, k), b);
    const masked = t.and(sum, t.constant(32, 0xff << pick(24)));
    flag = t.and(flag, t.or(t.ult(masked, k), t.slt(w, sum)));
    words[pick(8)] = t.ite(t.eq(b, t.constant(32, pick(256))), sum, masked);
    operations += 9;
  }
  return { operations, flag };
}

function termSpeed() {
  const t = new Terms();
  let made;
  const time = seconds(() => {
    made = mixedTerms(t, 1_000_000);
  });
  const constants = new Terms();
  let x = constants.constant(32, 1);
  const one = constants.constant(32, 3);
  const folding = seconds(() => {
    for (let i = 0; i < 1_000_000; i++) x = constants.xor(constants.add(x, one), constants.constant(32, i & 0xff));
  });
  const evaluation = seconds(() => {
    for (let i = 0; i < 5; i++) new Evaluator(t, () => i).isTrue(made.flag);
  });
  return {
    'term operations/s': rate(made.operations, time),
    'constant operations/s': rate(3_000_000, folding),
    'terms evaluated/s': rate(5 * t.size, evaluation),
  };
}

function cnfSpeed(library) {
  const t = new Terms();
  const { flag } = mixedTerms(t, 100_000);
  let blaster;
  const blasting = seconds(() => {
    blaster = new Blaster(t);
    blaster.literal(flag);
  });
  let clauses = 0;
  const writing = seconds(() => {
    const sink = {
      addClause: () => {
        clauses++;
      },
    };
    new CnfWriter(blaster.circuit, sink).assert(blaster.literal(flag));
  });
  const solver = library.create();
  const feeding = seconds(() => {
    new CnfWriter(blaster.circuit, solver).assert(blaster.literal(flag));
  });
  solver.dispose();
  return {
    'gates/s': rate(blaster.circuit.size, blasting),
    'CNF clauses/s': rate(clauses, writing),
    'CNF clauses/s into CaDiCaL': rate(clauses, feeding),
  };
}

/** Branch feasibility along paths: both sides of every branch under the path condition so far. */
function feasibilitySpeed(library) {
  const t = new Terms();
  const query = new Query(t, () => library.create('branches'));
  let checks = 0;
  const time = seconds(() => {
    for (let path = 0; path < 60; path++) {
      const inputs = Array.from({ length: 6 }, (_, i) => t.variable(16, `in${path}.${i}`));
      const condition = [];
      for (let branch = 0; branch < 40; branch++) {
        const state = t.add(t.zext(inputs[branch % 6], 32), t.constant(32, 77 * branch));
        const taken = t.ult(t.and(state, t.constant(32, 0xfff)), t.constant(32, 0x800 + 16 * branch));
        const sides = [taken, t.not(taken)].filter((side) => {
          checks++;
          return query.check([...condition, side]).kind === 'sat';
        });
        condition.push(sides[(path >> (branch % 6)) & 1] ?? sides[0]);
      }
    }
  });
  const { reusedModels, solverCalls, restarts } = query.statistics();
  query.dispose();
  return { 'feasibility checks/s': rate(checks, time), checks, reusedModels, solverCalls, restarts };
}

function prove(library, build) {
  const t = new Terms();
  const query = new Query(t, () => library.create());
  const claim = build(t);
  let answer;
  const time = seconds(() => {
    answer = query.check([t.not(claim)]);
  });
  const { variables, clauses } = query.statistics();
  query.dispose();
  if (answer.kind !== 'unsat') throw new Error(`a valid claim was answered ${answer.kind}`);
  return { milliseconds: Math.round(1000 * time), variables, clauses };
}

/** Shift and add with the roles of the factors exchanged, which hashing does not see through. */
function product(t, rows, columns) {
  const width = t.width(rows);
  let sum = t.zero(width);
  for (let i = 0; i < width; i++) {
    const row = t.shl(columns, t.constant(width, i));
    sum = t.add(sum, t.ite(t.bit(rows, i), row, t.zero(width)));
  }
  return sum;
}

function proofs(library) {
  const commutes = (width) => (t) => {
    const [x, y] = [t.variable(width, 'x'), t.variable(width, 'y')];
    return t.eq(product(t, x, y), product(t, y, x));
  };
  return {
    'multiplication commutes, 8 bits': prove(library, commutes(8)),
    'multiplication commutes, 7 bits': prove(library, commutes(7)),
    'adder equivalence, 64 bits': prove(library, (t) => {
      const [x, y] = [t.variable(64, 'x'), t.variable(64, 'y')];
      const bitwise = t.add(t.xor(x, y), t.shl(t.and(x, y), t.constant(64, 1)));
      return t.eq(t.add(x, y), bitwise);
    }),
    'division by 10, 16 bits, by multiplication': prove(library, (t) => {
      const x = t.variable(16, 'x');
      const product = t.mul(t.zext(x, 32), t.constant(32, 52429));
      return t.eq(t.udiv(x, t.constant(16, 10)), t.truncate(t.lshr(product, t.constant(32, 19)), 16));
    }),
    'ADC scaling in single floats stays within 0 and 3.3 V': prove(library, (t) => {
      const volts = integerToFloat(t, single, t.zext(t.variable(12, 'reading'), 32), true);
      const constant = (bits) => t.constant(32, bits);
      const scaled = divideFloats(
        t,
        single,
        multiplyFloats(t, single, volts, constant(0x40533333)),
        constant(0x457ff000),
      );
      const inRange = (predicate, limit) => compareFloats(t, single, predicate, scaled, limit);
      return t.and(inRange('oge', constant(0)), inRange('ole', constant(0x40533333)));
    }),
  };
}

function circuitSizes() {
  const size = (build) => {
    const t = new Terms();
    const result = build(t, t.variable(32, 'x'), t.variable(32, 'y'));
    const blaster = new Blaster(t);
    let clauses = 0;
    const sink = {
      addClause: () => {
        clauses++;
      },
    };
    const writer = new CnfWriter(blaster.circuit, sink);
    for (const literal of blaster.word(result)) writer.literal(literal);
    return { terms: t.size, variables: writer.variableCount, clauses };
  };
  return {
    'i32 mul': size((t, x, y) => t.mul(x, y)),
    'i32 udiv': size((t, x, y) => t.udiv(x, y)),
    'f32 add': size((t, x, y) => addFloats(t, single, x, y)),
    'f32 mul': size((t, x, y) => multiplyFloats(t, single, x, y)),
    'f32 div': size((t, x, y) => divideFloats(t, single, x, y)),
  };
}

export async function run() {
  const library = await loadCadical(await thisMachine().solver());
  const results = {
    ...termSpeed(),
    ...cnfSpeed(library),
    ...feasibilitySpeed(library),
    sizes: circuitSizes(),
    proofs: proofs(library),
  };
  console.log('solve');
  console.log(results);
  return results;
}
