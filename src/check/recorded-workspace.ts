// A program on its way to another thread or machine: what this one has answered while it was loaded. Whoever asks the
// same gets the same, and so comes to the same program, with the same numbers for everything in it, without a disk and
// without clang.

import { latin1Bytes, latin1Text } from '../base/bytes.js';
import type { Diagnostic } from '../base/diagnostic.js';
import { pathIn } from '../base/path.js';
import type { Result } from '../base/result.js';
import type { CompiledUnit } from '../clang/compile.js';
import type { ChangedFiles } from '../clang/dialect-files.js';
import type { Host, Workspace } from '../clang/host.js';
import type { TranslationUnit } from '../clang/translation-unit.js';

/** Plain data; each in the order of asking. */
export interface RecordedAnswers {
  /** Where relative paths start, and what reports show paths relative to. */
  readonly directory: string;
  headers: string;
  units: Result<readonly TranslationUnit[]> | undefined;
  readonly compiled: Result<readonly CompiledUnit[]>[];
  readonly packFlags: { readonly flags: readonly string[]; readonly refused: readonly Diagnostic[] }[];
  /** One character for each byte; null where it cannot be read. */
  readonly files: { [path: string]: string | null };
  /** The same, of what reports may quote; only where somebody asked for it before the program went on its way. */
  readonly shown: { [path: string]: string | null };
}

/** A host whose workspace remembers its answers, until `stop`. */
export function recording(host: Host): { readonly host: Host; readonly recorded: RecordedAnswers; stop(): void } {
  const recorded: RecordedAnswers = {
    directory: host.directory,
    headers: '',
    units: undefined,
    compiled: [],
    packFlags: [],
    files: {},
    shown: {},
  };
  let isOn = true;
  const open = (sources: Parameters<Host['open']>[0]): Workspace => {
    const workspace = host.open(sources);
    recorded.headers = workspace.headers;
    return {
      ...workspace,
      async units() {
        const units = await workspace.units();
        if (isOn) recorded.units = units;
        return units;
      },
      async compile(units, options) {
        const compiled = await workspace.compile(units, options);
        if (isOn) recorded.compiled.push(fromCache(compiled));
        return compiled;
      },
      packFlags(flags, pack) {
        const clean = workspace.packFlags(flags, pack);
        if (isOn) recorded.packFlags.push(clean);
        return clean;
      },
      read(path) {
        const bytes = workspace.read(path);
        if (isOn) recorded.files[path] = bytes === undefined ? null : latin1Text(bytes);
        return bytes;
      },
      readShown(path) {
        const bytes = workspace.readShown(path);
        if (isOn) recorded.shown[pathIn(host.directory, path)] = bytes === undefined ? null : latin1Text(bytes);
        return bytes;
      },
    };
  };
  const stop = (): void => {
    isOn = false;
  };
  return { host: { ...host, open }, recorded, stop };
}

/** The same program is the same, wherever its IR came from. */
function fromCache(compiled: Result<readonly CompiledUnit[]>): Result<readonly CompiledUnit[]> {
  if (compiled.kind === 'failed') return compiled;
  return { ...compiled, value: compiled.value.map((unit) => ({ ...unit, cached: true })) };
}

/** What is asked for did not come with the program. It can be found out where the program came from. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** Compiles what nobody has compiled before: other texts of the program's files. */
export type CompileMore = (
  units: readonly TranslationUnit[],
  changed: ChangedFiles,
) => Promise<Result<readonly CompiledUnit[]>>;

/** A host whose workspace answers as it did then; `more` is asked for what nobody asked for then. */
export function answering<AnyHost extends Host>(host: AnyHost, recorded: RecordedAnswers, more?: CompileMore): AnyHost {
  const [compiled, packFlags] = [recorded.compiled.values(), recorded.packFlags.values()];
  const unexpected = (): never => {
    throw new NotSent('this machine asks for what nobody has asked for before');
  };
  const bytesOf = (text: string | null | undefined): Uint8Array | undefined =>
    text == null ? undefined : latin1Bytes(text);
  const workspace: Workspace = {
    headers: recorded.headers,
    units: async () => recorded.units ?? unexpected(),
    async compile(units, { changed = {} }) {
      const next = compiled.next();
      return next.done === true ? (more ?? unexpected)(units, changed) : next.value;
    },
    packFlags() {
      const next = packFlags.next();
      return next.done === true ? unexpected() : next.value;
    },
    read: (path) => bytesOf(recorded.files[path]),
    readShown(path) {
      const text = recorded.shown[pathIn(recorded.directory, path)];
      return text === undefined ? unexpected() : bytesOf(text);
    },
  };
  return { ...host, directory: recorded.directory, open: () => workspace };
}
