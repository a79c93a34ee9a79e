// Speed of machine/: steps interpreted and compiled, loops of 10^8 iterations, states copied, gone back to and
// compared, bytes per state.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { loadProgram } from '../dist/check.js';
import { Machine } from '../dist/machine/machine.js';
import { StateKeys } from '../dist/machine/state-key.js';
import { STEP } from '../dist/machine/transition.js';

export const aims = {
  'interpreted steps/s': { atLeast: 200_000 },
  'compiled steps/s': { atLeast: 50_000_000 },
  'seconds for 10^8 iterations, private': { atMost: 2 },
  'seconds for 10^8 iterations, rarely sharing': { atMost: 2 },
  'seconds for 10^8 iterations, volatile counter': { atMost: 2 },
};

const mixed = (rounds) => `
struct sample { int value; short age; struct sample *next; };
static struct sample samples[64];
static unsigned char buffer[256];
static int filter(int old, int now) { return old + (now - old) / 4; }
int result;
int main(void) {
  unsigned seed = 1;
  int level = 0;
  for (int i = 0; i < 64; i++) samples[i].next = &samples[(i + 1) & 63];
  struct sample *at = samples;
  for (int i = 0; i < ${rounds}; i++) {
    seed = seed * 1664525u + 1013904223u;
    at->value = (int)(seed >> 20);
    at->age++;
    level = filter(level, at->value);
    buffer[(unsigned)i & 255] ^= (unsigned char)level;
    for (int k = 0; k < 4; k++) level += buffer[(unsigned)(i + k * 7) & 255] & 3;
    at = at->next;
  }
  result = level;
  return level;
}`;

const loops = {
  private: `int main(void) { unsigned s = 0; for (int i = 0; i < 100000000; i++) s += (unsigned)i ^ 3; return (int)s; }`,
  'rarely sharing': `
int shared;
void isr_1(void) { shared++; }
int main(void) {
  unsigned s = 0;
  for (unsigned i = 0; i < 100000000u; i++) { s += i ^ 3; if (i == 5000) shared = (int)s; }
  return (int)s;
}`,
  'volatile counter': `int main(void) { volatile int n = 0; while (n < 100000000) n++; return n; }`,
  'calling a function': `
static int count;
static int next(int x) { count++; return x * 3 + 1; }
int main(void) { int s = 0; for (int i = 0; i < 100000000; i++) s ^= next(i); return s; }`,
};

/** An ISR and main share a counter and a ring buffer; some private globals around them. */
const states = `
static int private_data[400];
static unsigned char ring[64];
static unsigned head, tail;
int shared;
void isr_1(void) { ring[head & 63] = (unsigned char)head; head++; shared++; }
int main(void) {
  for (int i = 0; i < 10000; i++) {
    private_data[i % 400] += i;
    if (head != tail) tail++;
    shared = private_data[i % 400];
  }
  return shared;
}`;

function seconds(work) {
  const start = performance.now();
  work();
  return (performance.now() - start) / 1000;
}

async function load(text) {
  const directory = mkdtempSync(join(tmpdir(), 'preempt-bench-'));
  try {
    const file = join(directory, 'program.c');
    writeFileSync(file, text);
    const loaded = await loadProgram({ paths: [file], cache: false, isrs: [] });
    if (loaded.kind === 'failed') throw new Error(loaded.diagnostics.map((d) => d.message).join('\n'));
    return loaded.value.program;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function runToEnd(machine, state) {
  for (;;) {
    let outcome = machine.run(state);
    if (outcome.kind === 'visible') outcome = machine.take(state, STEP);
    if (outcome.kind === 'blocked') return;
    if (outcome.kind !== 'stepped') throw new Error(`unexpected ${outcome.kind}`);
  }
}

function stepsPerSecond(program, execution) {
  const machine = new Machine(program, { arrivals: 0, unwind: 1, execution });
  const state = machine.initial();
  const time = seconds(() => runToEnd(machine, state));
  return Math.round((machine.interpretedSteps + machine.compiledSteps) / time);
}

async function loopSeconds(text) {
  const machine = new Machine(await load(text), { arrivals: 0, unwind: 1 });
  const state = machine.initial();
  return seconds(() => runToEnd(machine, state));
}

function stateSpeed(program) {
  const machine = new Machine(program, { arrivals: 1, unwind: 1 });
  const start = machine.initial();
  // Some way into the loop, at a visible step.
  for (let n = 0; n < 100; n++) {
    machine.run(start);
    machine.take(start, STEP);
  }
  machine.run(start);
  const count = 20_000;
  const cloning = seconds(() => {
    for (let n = 0; n < count; n++) start.clone();
  });
  // Going back is going on with a copy: one visible step each, which copies the page that it writes.
  const restoring = seconds(() => {
    for (let n = 0; n < count; n++) {
      const state = start.clone();
      machine.take(state, STEP);
      machine.run(state);
    }
  });
  const keys = new StateKeys(machine.terms);
  const comparing = seconds(() => {
    for (let n = 0; n < count; n++) {
      const state = start.clone();
      machine.take(state, STEP);
      keys.key(state);
    }
  });
  return {
    'states cloned/s': Math.round(count / cloning),
    'states restored and stepped/s': Math.round(count / restoring),
    'states keyed/s': Math.round(count / comparing),
    'bytes per state': bytesPerState(machine, start),
  };
}

/** What a stored state costs beyond the one before it, a step apart each. */
function bytesPerState(machine, start) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const kept = [];
  const state = start.clone();
  const used = () => {
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  for (let n = 0; n < 4000; n++) {
    machine.run(state);
    machine.take(state, STEP);
    kept.push(state.clone());
  }
  const bytes = (used() - before) / kept.length;
  return Math.round(bytes);
}

export async function run() {
  const results = {
    'interpreted steps/s': stepsPerSecond(await load(mixed(20_000)), 'interpreted'),
    'compiled steps/s': stepsPerSecond(await load(mixed(2_000_000)), 'compiled'),
  };
  for (const [name, text] of Object.entries(loops))
    results[`seconds for 10^8 iterations, ${name}`] = await loopSeconds(text);
  return { ...results, ...stateSpeed(await load(states)) };
}
