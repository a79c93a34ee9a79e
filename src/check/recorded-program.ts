// A program for a worker elsewhere: loaded here, once, for what it asks of this machine; with the sources that a report
// about it quotes.

import { plainJson } from '../base/plain-json.js';
import type { Result } from '../base/result.js';
import { type SharedBytes, sharedText } from '../base/shared-bytes.js';
import type { CompiledUnit, CompileOptions } from '../clang/compile.js';
import type { Host } from '../clang/host.js';
import { load } from './load.js';
import { readCompileQuestion } from './recorded-schema.js';
import { recording } from './recorded-workspace.js';
import type { CheckRequest } from './request.js';
import { sourcesOf } from './source-files.js';

export interface SentProgram {
  readonly recorded: SharedBytes;
  /** Without what only this machine has a use for. */
  readonly request: CheckRequest;
  /** Compiles what a worker asks for: other texts of the program's files. */
  readonly compile: (question: unknown) => Promise<Result<readonly CompiledUnit[]>>;
}

/** Undefined where it cannot be loaded: whoever checks it here says why. */
export async function sentProgram(request: CheckRequest, host: Host): Promise<SentProgram | undefined> {
  const { host: recordingHost, recorded, stop } = recording(host);
  let options: Omit<CompileOptions, 'project'> | undefined;
  const noting: Host = {
    ...recordingHost,
    open(sources) {
      const workspace = recordingHost.open(sources);
      return {
        ...workspace,
        compile(units, given) {
          options ??= given;
          return workspace.compile(units, given);
        },
      };
    },
  };
  const loaded = await load({ ...request, jobs: 1 }, noting, { pause: async () => {}, isOver: () => undefined });
  if (loaded.kind === 'failed' || options === undefined) return undefined;
  // A report quotes no others.
  sourcesOf(loaded.value, host.directory);
  for (const { place } of [...loaded.value.program.contexts, ...loaded.value.program.accesses])
    if (place !== undefined) loaded.value.readShown(place.file);
  stop();
  const { clang: _, cache: __, jobs: ___, trust: ____, ...sent } = request;
  const how = options;
  const text = plainJson(recorded);
  return {
    recorded: sharedText(text, ''),
    request: sent,
    async compile(question) {
      const { units, changed } = readCompileQuestion(question, recorded);
      const { isOver: _over, onUnit: _unit, ...plain } = how;
      return host.open(request).compile(units, { ...plain, changed });
    },
  };
}
