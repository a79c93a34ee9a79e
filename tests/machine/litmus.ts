// Litmus programs: their first comment lines say which rule they show, how they are run and what must come out.
//   // platform: avr nesting=masked/restore nmi=NAME    a pack, with fields of it replaced, and an NMI
//   // isr: NAME:IRQ:PRIORITY         as --isr
//   // interrupts: on|off, arrivals: N|unbounded, unwind: N, max-starts: N
//   // threads: scheduler=priority time-slicing=off cores=2 interrupts-as-threads worker:2
//                                    as the options; the last is a priority
//   // executions: 15                 complete executions, exactly
//   // failures: 2                    of these, so many end in a failure
//   // finals: a=1 b=2; a=0 b=0       the set of final values of globals

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadProgram, type Program, type Request } from '../../src/check.js';
import { choosePlatform } from '../../src/model/choose-platform.js';
import type { ThreadingOptions } from '../../src/model/threading.js';

const folder = fileURLToPath(new URL('litmus/', import.meta.url));

export interface Litmus {
  readonly file: string;
  readonly program: Program;
  readonly arrivals: number;
  readonly maxStarts: readonly number[];
  /** One count for each of `maxStarts`. */
  readonly executions: readonly number[];
  readonly failures: number;
  /** Names of globals and the combinations of their final values. */
  readonly finals: readonly Readonly<Record<string, bigint>>[];
}

export const litmusFiles = readdirSync(folder)
  .filter((name) => name.endsWith('.c'))
  .sort();

export async function loadLitmus(file: string): Promise<Litmus> {
  const path = join(folder, file);
  const header = /^(?:\/\/.*\n)+/.exec(readFileSync(path, 'utf8'))?.[0] ?? '';
  const all = (field: string): readonly string[] =>
    [...header.matchAll(new RegExp(`^// ${field}: (.*)$`, 'gm'))].map((match) => match[1]!.trim());
  const one = (field: string): string | undefined => all(field)[0];
  const loaded = await withPlatform(one('platform'), (platform) =>
    loadProgram({
      paths: [path],
      isrs: all('isr').map(readIsr),
      ...(platform === undefined ? {} : { platform }),
      threading: readThreading(one('threads')?.split(/\s+/) ?? []),
      ...(one('interrupts') === undefined ? {} : { interrupts: one('interrupts') as 'on' | 'off' }),
    }),
  );
  if (loaded.kind === 'failed') throw new Error(`${file}: ${loaded.diagnostics.map((d) => d.message).join('\n')}`);
  const numbers = (text: string | undefined): readonly number[] =>
    text === undefined ? [] : text.split(/\s+/).map(Number);
  const arrivals = one('arrivals') ?? '1';
  const maxStarts = numbers(one('max-starts'));
  return {
    file,
    program: loaded.value.program,
    arrivals: arrivals === 'unbounded' ? Number.POSITIVE_INFINITY : Number(arrivals),
    maxStarts: maxStarts.length === 0 ? [Number.POSITIVE_INFINITY] : maxStarts,
    executions: numbers(one('executions')),
    failures: Number(one('failures') ?? 0),
    finals: (one('finals') ?? '').split(';').map((text) => Object.fromEntries(text.trim().split(/\s+/).map(readFinal))),
  };
}

/** A variant of a pack is written to a file, as a user would do. */
async function withPlatform<T>(
  text: string | undefined,
  use: (platform: string | undefined) => Promise<T>,
): Promise<T> {
  const [name, ...changes] = text?.split(/\s+/) ?? [];
  if (name === undefined || changes.length === 0) return use(name);
  const chosen = choosePlatform({ platform: name }, []);
  if (chosen.kind === 'failed') throw new Error(`no platform ${name}`);
  const variant: Record<string, unknown> = { ...chosen.value.platform, name: 'variant' };
  for (const change of changes) {
    const [field, value] = change.split('=') as [string, string];
    if (field === 'nmi')
      variant.handlers = [{ pattern: `^${value}$`, irq: -14, priority: -2 }, ...chosen.value.platform.handlers];
    else variant[field] = readField(field, value);
  }
  const directory = mkdtempSync(join(tmpdir(), 'preempt-litmus-'));
  try {
    const file = join(directory, 'platform.json');
    writeFileSync(file, JSON.stringify(variant));
    return await use(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function readField(field: string, value: string): unknown {
  switch (field) {
    case 'nesting': {
      const [kind, exit] = value.split('/');
      return { kind, ...(exit === undefined ? {} : { exit }) };
    }
    case 'globalMask':
      return value;
    case 'atomicBytes':
      return Number(value);
    default:
      throw new Error(`a litmus program changes the field ${field} of its platform`);
  }
}

function readIsr(text: string): NonNullable<Request['isrs']>[number] {
  const [name, irq, priority] = text.split(':');
  return {
    function: name!,
    ...(irq === undefined ? {} : { irq: Number(irq) }),
    ...(priority === undefined ? {} : { priority: Number(priority) }),
  };
}

function readThreading(words: readonly string[]): ThreadingOptions {
  const given = (option: string): string | undefined =>
    words.find((w) => w.startsWith(`${option}=`))?.slice(option.length + 1);
  return {
    scheduler: given('scheduler') === 'priority' ? 'priority' : 'any',
    timeSlicing: given('time-slicing') !== 'off',
    cores: Number(given('cores') ?? 1),
    interruptsAsThreads: words.includes('interrupts-as-threads'),
    priorities: words
      .filter((w) => w.includes(':'))
      .map((w) => ({ function: w.split(':')[0]!, priority: Number(w.split(':')[1]) })),
  };
}

function readFinal(text: string): readonly [string, bigint] {
  const [name, value] = text.split('=');
  return [name!, BigInt(value!)];
}
