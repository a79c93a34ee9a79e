// Blocks of a diagram as C: gains, sums, saturations, tables, filters … Each block reads signals with a known range and
// gives a new one; whatever leaves ±SIGNAL_LIMIT is saturated at once, so products of two signals fit in 32 bits.

const SIGNAL_LIMIT = 16383;
const SATURATION = 8191;
const INTERVALS = 8;

/** Curves over eight equal intervals. */
const curves = [
  [0, 310, 905, 1600, 2390, 3020, 3480, 3800, 4000],
  [4000, 3985, 3890, 3600, 2950, 2100, 1350, 800, 520],
  [-2000, -1320, -790, -340, 0, 340, 790, 1320, 2000],
  [0, 1800, 2950, 3400, 3190, 2840, 2600, 2470, 2410],
  [120, 95, 60, 20, -35, -90, -160, -240, -330],
  [1024, 1150, 1290, 1448, 1625, 1824, 2048, 2299, 2580],
];

export function tables() {
  return [
    '/* Lookup tables */',
    ...curves.flatMap((values, n) => [
      `static const int16_t Brake_Table${n}[${values.length}] = {`,
      ...values.map((value) => `  ${value},`),
      '};',
      '',
    ]),
  ];
}

const pick = (random, list) => list[random(0, list.length - 1)];
const magnitude = ({ low, high }) => Math.max(Math.abs(low), Math.abs(high));
const text = (value) => (value < 0 ? `(${value})` : String(value));
const hull = (a, b) => ({ low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) });
const zero = { low: 0, high: 0 };
/** How far a signal is above the least that it can be. */
const above = ({ expression, low }) => (low === 0 ? expression : `(${expression} - ${text(low)})`);

/** The least shift that brings a magnitude below a limit. */
function shiftFor(value, limit) {
  let shift = 0;
  while (value / 2 ** shift > limit) shift++;
  return shift;
}

/**
 * Each takes operands and gives the code that computes `out`, and its range. A state is a field that keeps its value
 * between calls.
 */
const statelessBlocks = {
  Gain: ({ random, a, out }) => {
    const shift = random(4, 9);
    const gain = random(2 ** (shift - 1), 2 ** (shift + 1)) * (random(0, 3) === 0 ? -1 : 1);
    const ends = [a.low, a.high].map((end) => Math.floor((end * gain) / 2 ** shift));
    return {
      code: [`${out} = (${text(gain)} * ${a.expression}) >> ${shift};`],
      low: Math.min(...ends),
      high: Math.max(...ends),
    };
  },
  Sum: ({ random, a, b, out }) =>
    random(0, 1) === 0
      ? { code: [`${out} = ${a.expression} + ${b.expression};`], low: a.low + b.low, high: a.high + b.high }
      : { code: [`${out} = ${a.expression} - ${b.expression};`], low: a.low - b.high, high: a.high - b.low },
  Saturate: ({ random, a, out }) => {
    const third = Math.floor((a.high - a.low) / 3);
    return saturation(a, out, a.low + random(0, third), a.high - random(0, third));
  },
  DeadZone: ({ random, a, out }) => {
    const width = random(1, Math.max(1, Math.floor(magnitude(a) / 8)));
    return {
      code: [
        `if (${a.expression} > ${width}) {`,
        `  ${out} = ${a.expression} - ${width};`,
        `} else if (${a.expression} < ${text(-width)}) {`,
        `  ${out} = ${a.expression} + ${width};`,
        '} else {',
        `  ${out} = 0;`,
        '}',
      ],
      ...hull({ low: a.low + width, high: a.high - width }, zero),
    };
  },
  Abs: ({ a, out }) => ({
    code: [
      `if (${a.expression} < 0) {`,
      `  ${out} = -${a.expression};`,
      '} else {',
      `  ${out} = ${a.expression};`,
      '}',
    ],
    low: 0,
    high: magnitude(a),
  }),
  MinMax: ({ random, a, b, out }) => ({
    code: [
      `if (${a.expression} ${pick(random, ['<', '>'])} ${b.expression}) {`,
      `  ${out} = ${a.expression};`,
      '} else {',
      `  ${out} = ${b.expression};`,
      '}',
    ],
    ...hull(a, b),
  }),
  Switch: ({ random, a, b, c, out }) => ({
    code: [
      `if (${c.expression} >= ${text(random(c.low, c.high))}) {`,
      `  ${out} = ${a.expression};`,
      '} else {',
      `  ${out} = ${b.expression};`,
      '}',
    ],
    ...hull(a, b),
  }),
  Lookup: ({ random, a, out }) => {
    const bits = Math.max(1, shiftFor(a.high - a.low + 1, INTERVALS));
    const table = random(0, curves.length - 1);
    const offset = above(a);
    const at = (step) => `Brake_Table${table}[((${offset} >> ${bits}) & ${INTERVALS - 1})${step}]`;
    return {
      code: [
        `${out} = ${at(' + 1')} - ${at('')};`,
        `${out} = (${out} * (${offset} & ${2 ** bits - 1})) >> ${bits};`,
        `${out} = ${out} + ${at('')};`,
      ],
      low: Math.min(...curves[table]),
      high: Math.max(...curves[table]),
    };
  },
};

const statefulBlocks = {
  UnitDelay: ({ a, out, state }) => ({
    code: [`${out} = Brake_DW.${state};`, `Brake_DW.${state} = ${a.expression};`],
    ...hull(a, zero),
  }),
  Filter: ({ random, a, out, state }) => ({
    code: [
      `Brake_DW.${state} = Brake_DW.${state} + (((${a.expression} - Brake_DW.${state}) * ${random(16, 240)}) >> 8);`,
      `${out} = Brake_DW.${state};`,
    ],
    ...hull(a, zero),
  }),
  Integrator: ({ random, a, out, state }) => {
    const limit = random(1000, 4000);
    return {
      code: [
        `${out} = Brake_DW.${state} + (${a.expression} >> ${random(2, 6)});`,
        ...clamp(out, out, -limit, limit),
        `Brake_DW.${state} = ${out};`,
      ],
      low: -limit,
      high: limit,
    };
  },
  RateLimiter: ({ random, a, out, state }) => {
    const rate = random(50, 2000);
    return {
      code: [
        `${out} = ${a.expression} - Brake_DW.${state};`,
        ...clamp(out, out, -rate, rate),
        `Brake_DW.${state} = Brake_DW.${state} + ${out};`,
        `${out} = Brake_DW.${state};`,
      ],
      ...hull(a, zero),
    };
  },
};

/** How many operands a block has, where it is not one. */
const arities = { Sum: 2, MinMax: 2, Product: 2, Switch: 3 };

function clamp(from, out, low, high) {
  const otherwise = from === out ? [] : ['} else {', `  ${out} = ${from};`];
  return [
    `if (${from} > ${text(high)}) {`,
    `  ${out} = ${text(high)};`,
    `} else if (${from} < ${text(low)}) {`,
    `  ${out} = ${text(low)};`,
    ...otherwise,
    '}',
  ];
}

/** Cuts a range; its end stays where it is inside already. */
function saturation(a, out, least, most) {
  const [low, high] = [Math.max(a.low, least), Math.min(a.high, most)];
  return { code: clamp(a.expression, out, low, high), low, high };
}

/** Brings a range inside the limit without cutting it. */
function scaling(a, out) {
  const { expression, low, high } = scaled(a, shiftFor(magnitude(a), SATURATION));
  return { code: [`${out} = ${expression};`], low, high };
}

function product({ a, b, out, isWide }) {
  const shift = shiftFor(magnitude(a) * magnitude(b), SATURATION);
  const bound = Math.floor((magnitude(a) * magnitude(b)) / 2 ** shift) + 1;
  const code = isWide
    ? `${out} = (int32_t)(((int64_t)${a.expression} * ${b.expression}) >> ${shift});`
    : `${out} = (${a.expression} * ${b.expression}) >> ${shift};`;
  return { code: [code], low: -bound, high: bound };
}

/** @type {Record<string, object>} which blocks a function may have */
const repertoires = {
  /** Signal processing: no decisions. */
  linear: {
    Gain: statelessBlocks.Gain,
    Sum: statelessBlocks.Sum,
    UnitDelay: statefulBlocks.UnitDelay,
    Filter: statefulBlocks.Filter,
  },
  stateless: statelessBlocks,
  stateful: { ...statelessBlocks, ...statefulBlocks },
};

/**
 * A function's body: `blocks` blocks over the inputs, each of which is read anew wherever a block uses it, then the
 * result. Every signal goes into the result in the end, and so do the first two inputs by themselves, so that no
 * saturation hides them. The result of linear blocks is cut to its bits, which needs no decision.
 *
 * @returns {string[]} declarations and statements; the result is in a local variable of the name that was asked for
 */
export function emitChain(context, { system, inputs, blocks, repertoire, products, result }) {
  const { random } = context;
  const kinds = repertoires[repertoire];
  const names = [];
  const body = [];
  const signals = [];
  const unused = new Set();

  const declare = (kind) => {
    const name = `rtb_${kind}_${context.blockNumber++}`;
    names.push(name);
    return name;
  };
  const emit = (kind, out, { code, low, high }) => {
    body.push('', `  /* ${kind}: '<${system}>/${out.slice(4)}' */`, ...code.map((line) => `  ${line}`));
    const signal = { expression: out, low, high };
    signals.push(signal);
    unused.add(signal);
    return signal;
  };
  const use = (signal) => {
    unused.delete(signal);
    return signal;
  };
  /** A signal, or an input after it was read; not one of those that are operands already. */
  const operand = (others) => {
    const waiting = [...unused].filter((signal) => !others.includes(signal));
    const recent = signals.slice(-8).filter((signal) => !others.includes(signal));
    if (recent.length > 2 && random(0, 99) < 70)
      return use(pick(random, waiting.length > 0 && random(0, 3) > 0 ? waiting : recent));
    const from = pick(random, inputs);
    const out = declare('Inport');
    return use(emit('Inport', out, { ...from, code: [`${out} = ${from.expression};`] }));
  };
  const bounded = (signal) => {
    if (magnitude(signal) <= SIGNAL_LIMIT) return;
    const kind = repertoire === 'linear' ? 'Gain' : 'Saturate';
    const out = declare(kind);
    emit(
      kind,
      out,
      kind === 'Gain' ? scaling(use(signal), out) : saturation(use(signal), out, -SATURATION, SATURATION),
    );
  };

  for (let n = 0; n < blocks; n++) {
    const isProduct = n % Math.ceil(blocks / products) === 2;
    const kind = isProduct ? 'Product' : pick(random, Object.keys(kinds));
    const operands = [];
    while (operands.length < (arities[kind] ?? 1)) operands.push(operand(operands));
    const [a, b, c] = operands;
    const out = declare(kind);
    if (isProduct) {
      bounded(emit(kind, out, product({ a, b, out, isWide: n < 4 })));
      continue;
    }
    const state = kind in statefulBlocks ? `${system}_${out.slice(4)}` : undefined;
    if (state !== undefined) context.states.push(state);
    bounded(emit(kind, out, kinds[kind]({ random, a, b, c, out, state })));
  }

  body.push(
    '',
    `  /* Sum: '<${system}>/${result.name.slice(4)}' */`,
    ...combined(inputs.slice(0, 2), unused, result, repertoire === 'linear'),
  );
  return [...names.map((name) => `  int32_t ${name};`), `  int32_t ${result.name};`, ...body];
}

/**
 * The direct inputs over a quarter of the result's range each, plus a part of every signal that nothing else uses, cut
 * to the range.
 */
function combined(direct, unused, { name, low, high }, isLinear) {
  const quarter = Math.floor((high - low) / 4);
  const parts = [
    ...direct.map((from) => `(${above(from)} >> ${shiftFor(from.high - from.low, quarter)})`),
    ...[...unused].map(
      (signal) => scaled(signal, Math.max(3, shiftFor(magnitude(signal), (high - low) / 32))).expression,
    ),
  ];
  return [
    `  ${name} = ${low + quarter};`,
    ...parts.map((part) => `  ${name} = ${name} + ${part};`),
    ...(isLinear ? [`${name} = ${name} & ${high};`] : clamp(name, name, low, high)).map((line) => `  ${line}`),
  ];
}

function scaled({ expression, low, high }, shift) {
  return {
    expression: `(${expression} >> ${shift})`,
    low: Math.floor(low / 2 ** shift),
    high: Math.floor(high / 2 ** shift),
  };
}
