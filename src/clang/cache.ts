// Compiled IR, kept on disk by content. An entry's name is the hash of the clang, its arguments and the main file;
// inside it lie the files that were read, with their hashes, and the paths that did not exist, so a hit means that
// clang would see the same again. Entries are written under another name and renamed, and carry a checksum: two runs at
// once and damaged disks do no harm.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Diagnostic, noteAt } from '../base/diagnostic.js';
import { cacheDirectory } from './cache-directory.js';
import { type FileFacts, hashOf } from './dependencies.js';
import type { Lookups } from './file-view.js';

export interface CachedIr {
  readonly ir: string;
  readonly diagnostics: readonly Diagnostic[];
}

export type CacheAnswer =
  | ({ readonly kind: 'hit' } & CachedIr)
  | { readonly kind: 'miss' }
  | { readonly kind: 'damaged'; readonly file: string };

/** Oldest entries go when there is more than this. */
const sizeLimit = 500 * 1024 * 1024;

/** Runs that write at the same time may count wrong. */
const RUNS_BETWEEN_LOOKS = 256;

/** Part of every key, so that entries of another format are never looked at. */
export const cacheFormat = 'preempt-ir-1';

/** `asked` is what the user chose: a directory, `false` for none, undefined for the usual place. */
export function openCache(asked: string | false | undefined): IrCache | undefined {
  if (asked === false) return undefined;
  return new IrCache(asked ?? cacheDirectory());
}

export class IrCache {
  readonly #directory: string;
  /**
   * Holds the size of all entries as it is believed to be, and how many runs have added to it since somebody looked.
   */
  readonly #sizeFile: string;
  readonly #limit: number;
  #problem: string | undefined;
  #written = 0;

  constructor(directory: string, limit: number = sizeLimit) {
    this.#directory = join(directory, 'ir');
    this.#sizeFile = join(directory, 'ir.size');
    this.#limit = limit;
  }

  find(key: string, facts: FileFacts): CacheAnswer {
    const file = this.#file(key);
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch {
      return { kind: 'miss' };
    }
    const entry = decode(bytes);
    if (entry === undefined) return { kind: 'damaged', file };
    if (!holds(entry, facts)) return { kind: 'miss' };
    try {
      const now = new Date();
      utimesSync(file, now, now);
    } catch {
      // Only the order of removal would be better with it.
    }
    return { kind: 'hit', ir: entry.ir, diagnostics: entry.diagnostics };
  }

  /**
   * Does nothing if one of the files has changed since `startedAt`, a time in milliseconds: clang may have read either
   * version.
   */
  store(key: string, value: CachedIr, lookups: Lookups, startedAt: number, facts: FileFacts): void {
    const present: [string, string][] = [];
    for (const path of lookups.present) {
      const hash = facts.hash(path);
      if (hash === undefined || changedSince(path, startedAt)) return;
      present.push([path, hash]);
    }
    const entry = encode({ ...value, present, absent: lookups.absent });
    const file = this.#file(key);
    const temporary = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`;
    try {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(temporary, entry);
      renameSync(temporary, file);
      this.#written += entry.length;
    } catch (thrown) {
      this.#problem ??= thrown instanceof Error ? thrown.message : String(thrown);
      tryRemove(temporary);
    }
  }

  /** To be called at the end: keeps the size in bounds and tells what went wrong. */
  close(): readonly Diagnostic[] {
    if (this.#written > 0) this.#keepInBounds();
    if (this.#problem === undefined) return [];
    return [noteAt('cache-unwritable', `the cache in ${this.#directory} can't be written: ${this.#problem}`)];
  }

  #file(key: string): string {
    return join(this.#directory, key.slice(0, 2), key.slice(2));
  }

  /** Looking at all entries takes long: it is done when there may be too many of them, and now and then. */
  #keepInBounds(): void {
    const { size, runs } = this.#believedSize();
    const total = size + this.#written;
    try {
      if (total <= this.#limit && runs < RUNS_BETWEEN_LOOKS) writeFileSync(this.#sizeFile, `${total} ${runs + 1}\n`);
      else writeFileSync(this.#sizeFile, `${this.#prune()} 0\n`);
    } catch {
      // Another run is removing the same directory, or will look.
    }
  }

  #believedSize(): { readonly size: number; readonly runs: number } {
    try {
      const [, size, runs] = /^(\d+) (\d+)\n$/.exec(readFileSync(this.#sizeFile, 'utf8')) ?? [];
      if (size !== undefined) return { size: Number(size), runs: Number(runs) };
    } catch {
      // Nobody has looked yet.
    }
    return { size: Number.POSITIVE_INFINITY, runs: 0 };
  }

  /** Gives the size that is left. */
  #prune(): number {
    const entries: { readonly file: string; readonly size: number; readonly time: number }[] = [];
    for (const group of readdirSync(this.#directory)) {
      for (const name of readdirSync(join(this.#directory, group))) {
        const file = join(this.#directory, group, name);
        const status = statSync(file, { throwIfNoEntry: false });
        if (status === undefined) continue;
        // A temporary file this old was left by a run that was killed.
        if (name.endsWith('.tmp') && Date.now() - status.mtimeMs > 3_600_000) tryRemove(file);
        else entries.push({ file, size: status.size, time: status.mtimeMs });
      }
    }
    let total = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (total <= this.#limit) return total;
    for (const entry of entries.sort((a, b) => a.time - b.time)) {
      if (total <= 0.8 * this.#limit) break;
      tryRemove(entry.file);
      total -= entry.size;
    }
    return total;
  }
}

interface Entry extends CachedIr {
  readonly present: readonly (readonly [file: string, hash: string])[];
  readonly absent: readonly string[];
}

/** Three parts: a line with the checksum of the rest, a line of JSON, and the IR. */
function encode({ ir, ...facts }: Entry): Buffer {
  const body = Buffer.from(`${JSON.stringify(facts)}\n${ir}`, 'utf8');
  return Buffer.concat([Buffer.from(`${cacheFormat} ${hashOf(body)}\n`), body]);
}

function decode(bytes: Buffer): Entry | undefined {
  const bodyAt = bytes.indexOf(10) + 1;
  const body = bytes.subarray(bodyAt);
  if (bytes.toString('latin1', 0, bodyAt) !== `${cacheFormat} ${hashOf(body)}\n`) return undefined;
  const irAt = body.indexOf(10) + 1;
  const facts = JSON.parse(body.toString('utf8', 0, irAt)) as Omit<Entry, 'ir'>;
  return { ...facts, ir: body.toString('utf8', irAt) };
}

function holds(entry: Entry, facts: FileFacts): boolean {
  return (
    entry.present.every(([file, hash]) => facts.hash(file) === hash) && !entry.absent.some((path) => facts.exists(path))
  );
}

function changedSince(path: string, time: number): boolean {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined || status.mtimeMs >= time;
}

function tryRemove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Left for the next run.
  }
}
