// The fields of the drivers of examples/drivers, each asked three ways. KISS: a program for each field, with the
// routines that a race on it could be between. Explore and symbolic: a program for each pair of dispatch routines, all
// fields at once, since two threads that call one routine each are all of their pairs. Explore is asked about every
// pair that may meet, so that it also judges what KISS leaves out without a search; symbolic, which takes longer, about
// those where the points-to analysis leaves some field open. A pair over its limit leaves its fields not decided,
// unless another one has shown a race.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fieldQuestions, fieldResult, unaccessed } from '../../dist/check/all-fields.js';
import { conflictingPairs, meetingPairs, pairDispatch } from '../../dist/check/dispatch-slice.js';
import { check, loadProgram } from '../../dist/check.js';
import { fieldsOf, recordsOf } from '../../dist/engines/sequentialize/distinguished.js';
import { limited } from './processor-limit.mjs';

const folder = fileURLToPath(new URL('../../examples/drivers/', import.meta.url));

/** With a list of dispatch routines in NAME.json, or with a main of its own. */
export const drivers = [
  { name: 'bluetooth_bad', struct: 'device_extension' },
  { name: 'bluetooth_ok', struct: 'device_extension' },
  { name: 'toaster_bad', struct: 'device_extension' },
  { name: 'toaster_ok', struct: 'device_extension' },
  { name: 'keyboard', struct: 'keyboard_extension', isDispatched: true },
  { name: 'watchdog', struct: 'watchdog_extension', isDispatched: true },
  { name: 'ramdisk', struct: 'ramdisk_extension', isDispatched: true },
  { name: 'port', struct: 'port_extension', isDispatched: true },
  { name: 'disk', struct: 'disk_extension', isDispatched: true },
];

export function linesOf({ name }) {
  return readFileSync(join(folder, `${name}.c`), 'utf8').split('\n');
}

/** `cache`: a folder for what clang has made; each driver is compiled once. */
function requestFor({ name, isDispatched }, isRefined, cache) {
  const bare = { cache, explain: false, memory: 4096, jobs: 1, paths: [join(folder, `${name}.c`)] };
  if (!isDispatched) return bare;
  const { dispatch } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return { ...bare, dispatch: isRefined ? dispatch : { ...dispatch, never: [] } };
}

async function programOf(request) {
  const loaded = await loadProgram(request);
  if (loaded.kind === 'failed') throw new Error(JSON.stringify(loaded.diagnostics));
  return loaded.value.program;
}

/** By KISS, for each field: race, no race or unresolved. `isRefined`: with A1 to A3. */
export async function byKiss(driver, { isRefined, max, timeout, cache, only }) {
  const request = { ...requestFor(driver, isRefined, cache), engine: 'kiss', max };
  const questions = fieldQuestions(await programOf(request), driver.struct, request);
  if (questions.kind === 'failed') throw new Error(JSON.stringify(questions.diagnostics));
  const results = [];
  for (const { field, request: one } of questions.value) {
    if (only !== undefined && only !== field) continue;
    results.push(
      one === undefined ? unaccessed(field) : fieldResult(field, await check({ ...one, ...limited(timeout) })),
    );
  }
  return results;
}

/** By an engine that looks at all executions: for each field a race with its schedule, no race, or not decided. */
export async function byPairs(driver, engine, { timeout, cache, isAsked = true }) {
  const request = { ...requestFor(driver, true, cache), engine, properties: ['race'] };
  const program = await programOf(request);
  const fields = fieldsOf(recordsOf(program).get(driver.struct));
  const lines = linesOf(driver);
  const races = new Map();
  const open = new Map(fields.map(({ name }) => [name, []]));
  const questions = questionsFor(program, request, fields, engine === 'symbolic');
  let late = 0;
  for (const { what, concerned, request: one } of questions) {
    if (!isAsked) {
      late++;
      for (const field of concerned) open.get(field).push(`${what}: not asked`);
      continue;
    }
    const checked = await check({ ...one, ...limited(timeout) });
    const { findings = [], verdicts = [] } = checked.kind === 'failed' ? {} : checked.value;
    for (const f of findings) {
      const field = fields.find((each) => isOn(f, each.field, lines))?.name;
      if (field !== undefined && !races.has(field)) races.set(field, f.schedule);
    }
    const isWhole = checked.kind === 'ok' && verdicts.every((v) => v.kind !== 'unknown' && v.incomplete === undefined);
    if (isWhole) continue;
    late++;
    const why = checked.kind === 'failed' ? checked.diagnostics[0].message : verdicts[0].because;
    for (const field of concerned) open.get(field).push(`${what}: ${why}`);
  }
  const results = new Map();
  for (const { name } of fields) {
    const undecided = open.get(name);
    results.set(
      name,
      races.has(name)
        ? { result: 'race', schedule: races.get(name) }
        : undecided.length > 0
          ? { result: 'not decided', because: `${undecided.length} of ${questions.length}, ${undecided[0]}` }
          : { result: 'no race' },
    );
  }
  return { results, questions: questions.length, late };
}

/** Each with the fields that it leaves open if it has no end. */
function questionsFor(program, request, fields, isSelective) {
  const names = fields.map(({ name }) => name);
  const { dispatch } = request;
  if (dispatch === undefined) return [{ what: 'the whole', concerned: names, request }];
  const concerned = new Map();
  const key = ([a, b]) => `${a.function} with ${b.function}`;
  for (const field of fields)
    for (const pair of conflictingPairs(program, dispatch, field))
      concerned.set(key(pair), [...(concerned.get(key(pair)) ?? []), field.name]);
  return meetingPairs(dispatch)
    .filter((pair) => !isSelective || concerned.has(key(pair)))
    .map((pair) => ({
      what: key(pair),
      concerned: concerned.get(key(pair)) ?? [],
      request: { ...request, dispatch: pairDispatch(dispatch, pair) },
    }));
}

/** What is allocated has no name: then the lines say which field they access. */
function isOn({ variable, accesses }, field, lines) {
  if (variable.includes('.')) return variable.split(/[.[]/)[1] === field;
  return accesses.every((a) => new RegExp(`(?:->|\\.)${field}\\b`).test(lines[a.place.line - 1] ?? ''));
}

/**
 * Why KISS with MAX = 0 has not found a race that others see; undefined where that is not shown. With MAX = 1 it misses
 * no balanced execution of two threads (its Theorem 1): what it does not find then, having ended, is in none.
 */
export async function whyMissed(driver, field, schedule, { timeout, cache }) {
  const [{ result }] = await byKiss(driver, { isRefined: true, max: 1, timeout, cache, only: field });
  if (result === 'race') return 'balanced, and found with MAX = 1: the second thread has to begin later';
  return result === 'no race' && !isBalanced(schedule) ? `unbalanced: ${schedule}` : undefined;
}

/** Is it an execution of one stack: whoever was below goes on only when the one above is done for ever? */
function isBalanced(schedule) {
  const stack = ['0'];
  const done = new Set();
  for (const [, thread] of schedule.split('/')[0].matchAll(/@(\d+)/g)) {
    if (done.has(thread)) return false;
    if (!stack.includes(thread)) stack.push(thread);
    while (stack.at(-1) !== thread) done.add(stack.pop());
  }
  return true;
}
