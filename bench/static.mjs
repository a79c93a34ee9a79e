// How the static stage grows with the size of the program: processor time from the IR's text to the model, clang
// excluded, for generated drivers of 4000 lines to 128 000. `exponent` is the slope of a line through the logarithms: 1
// is linear. The drivers call each other through pointers and tables, keep lists on the heap, and share their state
// with two handlers.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadProgram } from '../dist/check.js';

const sizes = [4000, 8000, 16_000, 32_000, 64_000, 128_000];
/** Loaded before the first is measured, until the code is compiled. */
const WARM_UP = 3;
const LINES_OF_A_DRIVER = 40;

export const aims = { exponent: { atMost: 1.15 } };

function driver(n, count) {
  const next = (n * 7 + 1) % count;
  return `
struct node${n} { struct node${n} *next; unsigned key; void *owner; };
static struct { struct node${n} *head; volatile unsigned char pending; unsigned long total; const struct operations *lower; }
  device${n};
static int open${n}(void *context) { struct node${n} *node = malloc(sizeof *node);
  if (node == 0) return -1;
  node->next = device${n}.head;
  node->key = ${n};
  node->owner = context;
  device${n}.head = node;
  return 0;
}
static int read${n}(void *context, unsigned char *to, unsigned length) {
  unsigned done = 0;
  while (done < length && device${n}.pending > 0) {
    device${n}.pending--;
    to[done] = (unsigned char)(device${n}.total >> (done & 3));
    done++;
  }
  if (context != 0 && device${n}.lower != 0) done += device${n}.lower->read(context, to + done, length - done);
  return (int)done;
}
static int write${n}(void *context, const unsigned char *from, unsigned length) {
  for (struct node${n} *node = device${n}.head; node != 0; node = node->next)
    if (node->owner == context) node->key += from[length - 1];
  for (unsigned at = 0; at < length; at++) {
    if (from[at] == 0) break;
    device${n}.total += from[at];
  }
  return device${n}.lower == 0 ? (int)length : device${n}.lower->write(context, from, length);
}
extern const struct operations operations${next};
const struct operations operations${n} = { open${n}, read${n}, write${n} };
static int setUp${n}(void) {
  device${n}.lower = ${n % 5 === 0 ? `&operations${next}` : '0'};
  return operations${n}.open(&device${n});
}
static void service${n}(unsigned what) { device${n}.pending += (unsigned char)what; }
`;
}

function source(lines) {
  const count = Math.round(lines / LINES_OF_A_DRIVER);
  const numbers = Array.from({ length: count }, (_, n) => n);
  return `#include <stdlib.h>
struct operations { int (*open)(void *); int (*read)(void *, unsigned char *, unsigned); int (*write)(void *, const unsigned char *, unsigned); };
${numbers.map((n) => driver(n, count)).join('')}
void isr_1(void) { ${numbers.map((n) => (n % 8 === 0 ? `service${n}(${n});` : '')).join('\n')} }
void isr_2(void) { ${numbers.map((n) => (n % 8 === 4 ? `service${n}(${n});` : '')).join('\n')} }
int main(void) {
  unsigned char buffer[32];
  ${numbers.map((n) => `if (setUp${n}() == 0) read${n}(0, buffer, write${n}(buffer, buffer, 8));`).join('\n  ')}
  return buffer[0];
}
`;
}

async function seconds(file) {
  const load = () => loadProgram({ paths: [file] });
  // Once for the cache, so that clang is not measured.
  const first = await load();
  if (first.kind === 'failed') throw new Error(first.diagnostics.map((d) => d.message).join('\n'));
  const start = process.cpuUsage();
  await load();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** The slope of the line through the points that is nearest to them. */
function slope(points) {
  const mean = (values) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [x, y] = [mean(points.map((p) => p[0])), mean(points.map((p) => p[1]))];
  const along = points.reduce((sum, p) => sum + (p[0] - x) * (p[1] - y), 0);
  return along / points.reduce((sum, p) => sum + (p[0] - x) ** 2, 0);
}

export async function run() {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-static-'));
  const values = {};
  const points = [];
  try {
    for (const size of sizes) {
      const text = source(size);
      const file = join(folder, `drivers${size}.c`);
      writeFileSync(file, text);
      const lines = text.split('\n').length;
      if (points.length === 0) for (let n = 0; n < WARM_UP; n++) await seconds(file);
      const time = await seconds(file);
      values[`${lines.toLocaleString('en')} lines: s`] = time;
      points.push([Math.log(lines), Math.log(time)]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  values.exponent = slope(points);
  return values;
}
