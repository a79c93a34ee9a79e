// A program on its way to another thread: what the machine has answered while it was loaded. Whoever asks the same gets
// the same, so that the thread comes to the same program, with the same numbers for everything in it, without a disk
// and without clang.

import { latin1Bytes, latin1Text } from '../base/bytes.js';
import type { Diagnostic } from '../base/diagnostic.js';
import { InternalError } from '../base/internal-error.js';
import type { Result } from '../base/result.js';
import type { CompiledUnit } from '../clang/compile.js';
import type { Host, Workspace } from '../clang/host.js';
import type { TranslationUnit } from '../clang/translation-unit.js';

/** Plain data; each in the order of asking. */
export interface RecordedAnswers {
  headers: string;
  units: Result<readonly TranslationUnit[]> | undefined;
  readonly compiled: Result<readonly CompiledUnit[]>[];
  readonly packFlags: { readonly flags: readonly string[]; readonly refused: readonly Diagnostic[] }[];
  /** One character for each byte; null where it cannot be read. */
  readonly files: { [path: string]: string | null };
}

/** A host whose workspace remembers its answers, until `stop`. */
export function recording(host: Host): { readonly host: Host; readonly recorded: RecordedAnswers; stop(): void } {
  const recorded: RecordedAnswers = { headers: '', units: undefined, compiled: [], packFlags: [], files: {} };
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
        if (isOn) recorded.compiled.push(compiled);
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
    };
  };
  const stop = (): void => {
    isOn = false;
  };
  return { host: { ...host, open }, recorded, stop };
}

/** A host whose workspace answers as it did then. */
export function answering(host: Host, recorded: RecordedAnswers): Host {
  const [compiled, packFlags] = [recorded.compiled.values(), recorded.packFlags.values()];
  const next = <Answer>(answers: Iterator<Answer>): Answer => {
    const { done, value } = answers.next();
    if (done === true) throw new InternalError('another thread asks for what nobody has asked for before');
    return value;
  };
  const read = (path: string): Uint8Array | undefined => {
    const text = recorded.files[path];
    return text == null ? undefined : latin1Bytes(text);
  };
  const workspace: Workspace = {
    headers: recorded.headers,
    units: async () => recorded.units!,
    compile: async () => next(compiled),
    packFlags: () => next(packFlags),
    read,
    readShown: read,
  };
  return { ...host, open: () => workspace };
}
