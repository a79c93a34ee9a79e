// A program for a worker elsewhere: compiled here, for what it asks of this machine, with the sources that a report
// about it may quote. What it comes to is worked out there.

import { pathIn } from '../base/path.js';
import { plainJson } from '../base/plain-json.js';
import type { Result } from '../base/result.js';
import { type SharedBytes, sharedText } from '../base/shared-bytes.js';
import type { CompiledUnit, CompileOptions } from '../clang/compile.js';
import type { Host } from '../clang/host.js';
import { compileAll } from './load.js';
import { readCompileQuestion } from './recorded-schema.js';
import { recording } from './recorded-workspace.js';
import type { CheckRequest } from './request.js';
import { codeFiles } from './source-files.js';

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
  const limits = { pause: async () => {}, isOver: () => undefined };
  const compiled = await compileAll({ ...request, jobs: 1 }, noting, limits);
  if (compiled.kind === 'failed' || options === undefined) return undefined;
  const { modules, others, readShown } = compiled.value;
  for (const file of codeFiles([...modules, ...others])) readShown(pathIn(host.directory, file));
  stop();
  const { clang: _, cache: _c, jobs: _j, trust: _t, baseline: _b, earlier: _e, ...sent } = request;
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
