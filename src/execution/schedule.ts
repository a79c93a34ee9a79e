// A schedule is everything that one execution of a program decides freely, as text that fits on a command line:
//   14:USART_RX 15@2 17~ end:ADC 25. / 3 0*4 0xff
// After 14 visible steps USART_RX starts; after 15, thread 2 goes on; the access that is step 17 goes from its last
// piece down; ADC starts when nothing else is left to do; after 25 steps the execution ends. `14:ADC*4` is 14:ADC four
// times. Behind the slash, what arbitrary reads returned, in order: `0*4` is 0 0 0 0. Printing and parsing are inverse.

import type { State } from '../machine/state.js';
import type { ContextId, Program } from '../model/program.js';
import type { Term } from '../solve/term.js';

/** Choices stand in the order in which they are made. */
export interface Schedule {
  readonly choices: readonly Choice[];
  /** Unsigned, or negative for a two's complement of the width that the read has; floats as their IEEE bits. */
  readonly inputs: readonly bigint[];
}

export type Choice =
  /** The ISR starts when so many visible steps were made, or when the context that runs has nothing left to do. */
  | { readonly kind: 'start'; readonly at: number | 'end'; readonly isr: string }
  /** After so many steps, another thread goes on; threads are numbered in the order of their creation, main is 0. */
  | { readonly kind: 'switch'; readonly at: number; readonly thread: number }
  /** The access that is this step happens in pieces, the last one first. */
  | { readonly kind: 'descending'; readonly at: number }
  /** What comes after so many steps does not matter. */
  | { readonly kind: 'stop'; readonly at: number };

/** Why a text is no schedule; columns count from 1. */
export interface ScheduleProblem {
  readonly column: number;
  readonly message: string;
}

export type ParsedSchedule =
  | { readonly kind: 'schedule'; readonly schedule: Schedule }
  | { readonly kind: 'problem'; readonly problem: ScheduleProblem };

export function printSchedule({ choices, inputs }: Schedule): string {
  const words = [...counted(choices.map(printChoice), (n) => choices[n]!.kind === 'start')];
  if (inputs.length > 0) words.push('/', ...counted(inputs.map(printInput)));
  return words.join(' ');
}

export function printChoice(choice: Choice): string {
  switch (choice.kind) {
    case 'start':
      return `${choice.at}:${printName(choice.isr)}`;
    case 'switch':
      return `${choice.at}@${choice.thread}`;
    case 'descending':
      return `${choice.at}~`;
    case 'stop':
      return `${choice.at}.`;
  }
}

const plainName = /^[A-Za-z_][\w.]*$/;

/**
 * Names that C cannot spell are quoted; nothing in them means anything to a shell that sees the schedule in quotes of
 * either kind.
 */
function printName(name: string): string {
  if (plainName.test(name)) return name;
  return JSON.stringify(name).replace(
    /['$`!\u007f-\uffff]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Equal ones in a row are counted from three on. */
function counted(all: readonly string[], isCounted: (n: number) => boolean = () => true): readonly string[] {
  const words: string[] = [];
  for (let from = 0; from < all.length; ) {
    let to = from + 1;
    while (to < all.length && all[to] === all[from]) to++;
    if (to - from > 2 && isCounted(from)) words.push(`${all[from]}*${to - from}`);
    else for (let n = from; n < to; n++) words.push(all[from]!);
    from = to;
  }
  return words;
}

function printInput(value: bigint): string {
  return value > -1000n && value < 1000n
    ? String(value)
    : value < 0n
      ? `-0x${(-value).toString(16)}`
      : `0x${value.toString(16)}`;
}

/** More inputs than any execution reads, and starts than it has: a typing error would exhaust the memory. */
const MAX_INPUTS = 10_000_000;
const MAX_STARTS = 1_000_000;

export function parseSchedule(text: string): ParsedSchedule {
  const words = wordsOf(text);
  if ('message' in words) return { kind: 'problem', problem: words };
  const choices: Choice[] = [];
  const inputs: bigint[] = [];
  const slash = words.findIndex((word) => word.text === '/');
  let last = 0;
  for (const word of slash === -1 ? words : words.slice(0, slash)) {
    const { choice, count } = parseChoice(word);
    if ('message' in choice) return { kind: 'problem', problem: choice };
    if (choice.at !== 'end') {
      if (choice.at < last)
        return problem(
          word.column,
          `step ${choice.at} stands behind step ${last}: choices are listed in the order in which they are made`,
        );
      last = choice.at;
    }
    if (choices.length + count > MAX_STARTS) return problem(word.column, `more than ${MAX_STARTS} choices`);
    for (let n = 0; n < count; n++) choices.push(choice);
  }
  for (const word of slash === -1 ? [] : words.slice(slash + 1)) {
    const match = /^(-?(?:0[xX][\da-fA-F]+|\d+))(?:\*(\d+))?$/.exec(word.text);
    if (match === null)
      return problem(
        word.column,
        `'${word.text}' is no value: a number is needed, in decimal or hexadecimal, with *N for N times`,
      );
    const count = match[2] === undefined ? 1 : Number(match[2]);
    if (inputs.length + count > MAX_INPUTS) return problem(word.column, `more than ${MAX_INPUTS} values`);
    const digits = match[1]!.replace('-', '');
    const value = match[1]!.startsWith('-') ? -BigInt(digits) : BigInt(digits);
    for (let n = 0; n < count; n++) inputs.push(value);
  }
  return { kind: 'schedule', schedule: { choices, inputs } };
}

interface Word {
  readonly text: string;
  readonly column: number;
}

function problem(column: number, message: string): { readonly kind: 'problem'; readonly problem: ScheduleProblem } {
  return { kind: 'problem', problem: { column, message } };
}

/** Separated by white space, which a quoted name may contain. */
function wordsOf(text: string): readonly Word[] | ScheduleProblem {
  const words: Word[] = [];
  const pattern = /\s*((?:"(?:[^"\\]|\\.)*"|[^\s"])+)/y;
  let at = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    at = pattern.lastIndex;
    words.push({ text: match[1]!, column: at - match[1]!.length + 1 });
  }
  const rest = text.slice(at).trimStart();
  return rest === '' ? words : { column: text.length - rest.length + 1, message: 'a quoted name does not end' };
}

/** A start may be counted: `14:ADC*4`. */
function parseChoice(word: Word): { readonly choice: Choice | ScheduleProblem; readonly count: number } {
  const times = /^((?:\d+|end):.*[\w."])\*([1-9]\d*)$/s.exec(word.text);
  if (times === null) return { choice: parseOne(word), count: 1 };
  return { choice: parseOne({ ...word, text: times[1]! }), count: Number(times[2]) };
}

function parseOne(word: Word): Choice | ScheduleProblem {
  const turn = /^(\d+)@(\d+)$/.exec(word.text);
  if (turn?.slice(1).every((n) => Number.isSafeInteger(Number(n))))
    return { kind: 'switch', at: Number(turn[1]), thread: Number(turn[2]) };
  const match = /^(?:(\d+)([~.])|(\d+|end):(.*))$/s.exec(word.text);
  if (match === null) {
    const shown = word.text.startsWith('"') ? word.text : `'${word.text}'`;
    return {
      column: word.column,
      message: `${shown} is no choice: STEP:ISR, end:ISR, STEP@THREAD, STEP~ or STEP. is needed`,
    };
  }
  const at = match[1] ?? match[3]!;
  const step = Number(at);
  if (at !== 'end' && !Number.isSafeInteger(step))
    return { column: word.column, message: `step ${at} is out of reach` };
  if (match[2] !== undefined) return { kind: match[2] === '~' ? 'descending' : 'stop', at: step };
  const isr = parseName(match[4]!);
  const column = word.column + at.length + 1;
  if (isr === undefined)
    return {
      column,
      message:
        match[4] === ''
          ? 'the name of an ISR is missing'
          : `'${match[4]}' is no name: other than letters, digits, _ and . go into double quotes`,
    };
  return { kind: 'start', at: at === 'end' ? 'end' : step, isr };
}

function parseName(text: string): string | undefined {
  if (plainName.test(text)) return text;
  if (!/^".*"$/s.test(text)) return undefined;
  try {
    return JSON.parse(text) as string;
  } catch {
    return undefined;
  }
}

/** What schedules call an ISR: its name, or the name of its function in the module where two ISRs share theirs. */
export function scheduledName(program: Program, isr: ContextId): string {
  const context = program.contexts[isr]!;
  const isUnique = program.contexts.every((c) => c.id === isr || c.name !== context.name);
  return isUnique ? context.name : context.function;
}

/** The inputs of a schedule that leads to a state, under values of its variables that satisfy its path condition. */
export function inputsOf(state: State, value: (term: Term) => bigint): readonly bigint[] {
  const values: bigint[] = [];
  for (let input = state.memory.inputs; input !== undefined; input = input.previous) values.push(value(input.term));
  return values.reverse();
}
