// What `clang --version` said of a program, kept between runs: to ask takes as long as a short check. It is asked again
// whenever the program has changed, and always where the program at the path is not clang itself but a script or a
// wrapper, behind which another clang may come to stand.

import { closeSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hashOf } from './dependencies.js';

/** A program, as `identity` and its real path tell it apart from others. */
export interface SeenProgram {
  readonly real: string;
  /** Changes whenever the program does. */
  readonly identity: string;
}

/** `folder`: of the cache; undefined: there is none. */
export class KnownVersions {
  private readonly folder: string | undefined;

  constructor(cache: string | undefined) {
    this.folder = cache === undefined ? undefined : join(cache, 'clang');
  }

  find(program: SeenProgram): string | undefined {
    if (this.folder === undefined || !isItself(program.real)) return undefined;
    try {
      const [identity, version] = readFileSync(this.file(program), 'utf8').split('\n');
      return identity === program.identity && /^\d+\.[\w.+~-]*$/.test(version ?? '') ? version : undefined;
    } catch {
      return undefined;
    }
  }

  keep(program: SeenProgram, version: string): void {
    if (this.folder === undefined || !isItself(program.real) || this.find(program) === version) return;
    const file = this.file(program);
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(`${file}.${process.pid}.tmp`, `${program.identity}\n${version}\n`);
      renameSync(`${file}.${process.pid}.tmp`, file);
    } catch {
      // It is asked again.
    }
  }

  private file({ real }: SeenProgram): string {
    return join(this.folder!, hashOf(real).slice(0, 32));
  }
}

/** By its name, and no script. */
function isItself(real: string): boolean {
  if (!/^clang(?:[-.]|$)/.test(basename(real))) return false;
  try {
    const file = openSync(real, 'r');
    try {
      const start = Buffer.alloc(2);
      readSync(file, start, 0, 2, 0);
      return start.toString('latin1') !== '#!';
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
