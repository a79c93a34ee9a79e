// Code that V8 has compiled, kept between runs: most of the time of a short run goes into compiling functions that are
// then called a few times. A bundle is loaded together with what was compiled of it when an earlier run ended. Kept
// code belongs to one bundle and one Node by their hash, has a checksum, and is used only if nobody but the user can
// have written it. Whatever is wrong with it, or with the folder, the bundle is compiled as if there were none.

import { isAscii } from 'node:buffer';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { getHeapCodeStatistics } from 'node:v8';
import { Script } from 'node:vm';

export interface Bundle {
  readonly exports: unknown;
  /** Was there code from an earlier run? */
  readonly hadCode: boolean;
  /** To be called at the end of a run: keeps what was compiled, if that is much more than before. */
  keepCode(): void;
}

/** More code than was kept, as a part of it, that makes it worth writing it again. */
const WORTHWHILE = 0.08;
/** Of so many runs one looks whether there is more to keep: to measure code takes as long as a short check. */
const RUNS_BETWEEN_LOOKS = 8;
const DIGEST_BYTES = 20;
/** Kept code of another bundle or another Node goes when it is that old. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;

/** What a bundle may begin with: its hash, as it was built. */
const STAMP = /^\/\/ (?<hash>[0-9a-f]{64})\n/;
const STAMP_LENGTH = 68;

/**
 * A CommonJS bundle; undefined if there is none. Without a folder, nothing is read or written. `run` is any number that
 * differs from run to run.
 */
export function loadBundle(file: string, folder: string | undefined, run = process.pid): Bundle | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  const source = `(function (exports, require, module, __filename, __dirname) {${bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8')}\n})`;
  const kept = folder === undefined ? undefined : new KeptCode(folder, identityOf(file, bytes));
  const cachedData = kept?.read();
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
  const hadCode = cachedData !== undefined && script.cachedDataRejected !== true;
  const mayKeep = kept !== undefined && (!hadCode || run % RUNS_BETWEEN_LOOKS === 0);
  const [codeBefore, flagsBefore] = mayKeep ? [hadCode ? codeBytes() : 0, flagsMark()] : [0, undefined];
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  const keepCode = (): void => {
    if (!mayKeep || (hadCode && codeBytes() < codeBefore * (1 + WORTHWHILE))) return;
    // V8 refuses code that was compiled under other flags than it has when it starts.
    if (flagsBefore === undefined || !flagsMark().equals(flagsBefore)) return;
    const data = script.createCachedData();
    // V8 may have thrown away code that was not used for long.
    if (!hadCode || data.length > cachedData.length) kept.write(data);
  };
  return { exports: module.exports, hadCode, keepCode };
}

function codeBytes(): number {
  return getHeapCodeStatistics().bytecode_and_metadata_size;
}

/** Differs when V8's flags do. */
function flagsMark(): Buffer {
  return new Script('0').createCachedData();
}

class KeptCode {
  private readonly file: string;

  constructor(
    private readonly folder: string,
    bundle: string,
  ) {
    const { version, arch } = process;
    this.file = join(folder, createHash('sha256').update(`${version} ${arch}\n${bundle}`).digest('hex'));
  }

  read(): Buffer | undefined {
    try {
      if (!isOwn(this.folder) || !isOwn(this.file)) return undefined;
      const bytes = readFileSync(this.file);
      const data = bytes.subarray(DIGEST_BYTES);
      return bytes.subarray(0, DIGEST_BYTES).equals(digest(data)) ? data : undefined;
    } catch {
      return undefined; // there is none yet
    }
  }

  write(data: Buffer): void {
    const temporary = `${this.file}.${process.pid}.tmp`;
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      if (!isOwn(this.folder)) return;
      this.removeOld();
      writeFileSync(temporary, Buffer.concat([digest(data), data]), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, this.file);
    } catch {
      tryRemove(temporary);
    }
  }

  private removeOld(): void {
    for (const name of readdirSync(this.folder)) {
      const file = join(this.folder, name);
      if (Date.now() - statSync(file).mtimeMs > MAX_AGE_MS) tryRemove(file);
    }
  }
}

function tryRemove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Left for a later run.
  }
}

/**
 * Tells bundles apart. To hash three megabytes takes a tenth of a short run, so the hash comes from who built the
 * bundle; who changes it by hand afterwards changes its length or its time.
 */
function identityOf(file: string, bytes: Buffer): string {
  const hash = STAMP.exec(bytes.toString('latin1', 0, STAMP_LENGTH))?.groups?.hash;
  if (hash === undefined) return createHash('sha256').update(bytes).digest('hex');
  const { mtimeMs } = statSync(file);
  return `${hash} ${bytes.length} ${mtimeMs}`;
}

/** Against damage, not against people (`isOwn`): the fastest of those that every Node has. */
function digest(data: Buffer): Buffer {
  return createHash('sha1').update(data).digest();
}

/** Code is trusted: only the user may have written it. */
function isOwn(path: string): boolean {
  const { uid, mode } = statSync(path);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
