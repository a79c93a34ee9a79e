// What a program on its way must look like before it is loaded; and the answer to what is compiled for it on the way.
// LLVM IR is text here: whoever reads it has to expect anything.

import { z } from 'zod';
import { once } from '../base/once.js';
import type { Result } from '../base/result.js';
import { NotValid, validator } from '../base/validated.js';
import type { CompiledUnit } from '../clang/compile.js';
import type { ChangedFiles } from '../clang/dialect-files.js';
import type { TranslationUnit } from '../clang/translation-unit.js';
import type { RecordedAnswers } from './recorded-workspace.js';

export const place = once(() =>
  z.object({ file: z.string(), line: z.number().int().min(0), column: z.number().int().min(0) }),
);

export const diagnostic = once(() =>
  z.object({
    code: z.string().max(100),
    severity: z.enum(['error', 'warning', 'note']),
    message: z.string(),
    place: place().optional(),
    detail: z.string().optional(),
  }),
);

export function resultSchema(value: z.ZodType): z.ZodType {
  const diagnostics = z.array(diagnostic());
  return z.union([
    z.object({ kind: z.literal('ok'), value, diagnostics }),
    z.object({ kind: z.literal('failed'), diagnostics }),
  ]);
}

const words = once(() => z.array(z.string()));
const unit = once(() =>
  z.object({
    kind: z.enum(['c', 'ir']),
    file: z.string(),
    directory: z.string(),
    isHere: z.boolean().optional(),
    arguments: words(),
    compiler: z.string().optional(),
    compilerArguments: words().optional(),
    target: z.string().optional(),
    isUnoptimised: z.literal(true).optional(),
  }),
);
const compiled = once(() =>
  resultSchema(
    z.array(z.object({ file: z.string(), ir: z.string(), hash: z.string(), clang: z.string(), cached: z.boolean() })),
  ),
);

export const readRecorded = validator<RecordedAnswers>('a program', () => {
  const files = z.record(z.string(), z.string().nullable());
  return z.object({
    directory: z.string(),
    headers: z.string(),
    units: resultSchema(z.array(unit())).optional(),
    compiled: z.array(compiled()),
    packFlags: z.array(z.object({ flags: words(), refused: z.array(diagnostic()) })),
    files,
    shown: files,
  });
});

export const readCompiled = validator<Result<readonly CompiledUnit[]>>('what was compiled', () => compiled());

/** Other texts of a program's files, to be compiled where it comes from. */
export interface CompileQuestion {
  readonly kind: 'compile';
  readonly units: readonly TranslationUnit[];
  readonly changed: ChangedFiles;
}

const question = validator<CompileQuestion>('a question', () =>
  z.object({
    kind: z.literal('compile'),
    units: z.array(unit()).max(10_000),
    changed: z.record(z.string(), z.string()),
  }),
);

/**
 * Of a program that was sent: its own files, compiled as it compiles them, and Preempt's own. Nobody else may say what
 * is compiled here, and how.
 */
export function readCompileQuestion(value: unknown, { units, headers, directory }: RecordedAnswers): CompileQuestion {
  const asked = question(value);
  const own = units?.kind === 'ok' ? units.value : [];
  const isOwnFolder = (file: string): boolean => file.startsWith(`${headers}/`) && !/(?:^|\/)\.\.(?:\/|$)/.test(file);
  const inline = '-fgnu89-inline';
  const same = (a: TranslationUnit, b: TranslationUnit): boolean =>
    JSON.stringify({ ...a, arguments: a.arguments.filter((word) => word !== inline) }) === JSON.stringify(b);
  const isKnown = (each: TranslationUnit): boolean =>
    own.some((unit) => same(each, unit)) ||
    (isOwnFolder(each.file) &&
      each.arguments.length === 0 &&
      each.directory === directory &&
      each.compiler === undefined);
  if (!asked.units.every(isKnown)) throw new NotValid('a question: it is about files of no program that was sent');
  return asked;
}
