// Which platform pack fits, by the target triple and by what the sources include and call. The reason is part of every
// report.

import { errorAt } from '../base/diagnostic.js';
import { failed, ok, type Result } from '../base/result.js';
import { parseJson } from '../clang/json.js';
import { avr } from './packs/avr.js';
import { cortexM } from './packs/cortex-m.js';
import { generic } from './packs/generic.js';
import { msp430 } from './packs/msp430.js';
import { riscv } from './packs/riscv.js';
import { type Platform, platformSchemas } from './platform.js';

export interface ChosenPlatform {
  readonly platform: Platform;
  /** clang's target, where the platform or the sources decide it. */
  readonly target: string;
  readonly evidence: string;
}

const packs: readonly Platform[] = [avr, cortexM, msp430, riscv, generic];

export interface PlatformWish {
  /** A pack's name, or the path of a .json file with one. */
  readonly platform?: string;
  readonly target?: string;
}

export function choosePlatform(
  wish: PlatformWish,
  sources: readonly { readonly file: string; readonly text: string }[],
  /** Undefined where it cannot be read. */
  readText: (file: string) => string | undefined = () => undefined,
): Result<ChosenPlatform> {
  if (wish.platform !== undefined) {
    const named = namedPlatform(wish.platform, readText);
    if (named.kind === 'failed') return named;
    const platform = named.value;
    return ok({ platform, target: wish.target ?? platform.target, evidence: `--platform ${wish.platform}` });
  }
  if (wish.target !== undefined) {
    const platform = packs.find((p) => p.detect.triples.some((t) => new RegExp(t).test(wish.target!))) ?? generic;
    return ok({ platform, target: wish.target, evidence: `target ${wish.target}` });
  }
  for (const platform of packs) {
    const evidence = evidenceIn(platform, sources);
    if (evidence !== undefined) return ok({ platform, target: platform.target, evidence });
  }
  const platform = generic;
  const handler = firstMatch(sources, /__attribute__\s*\(\(\s*(?:__)?interrupt|\[\[gnu::interrupt/);
  // x86 allows the attribute only on handlers with a frame argument; a 32-bit microcontroller is what such sources are
  // for.
  if (handler !== undefined)
    return ok({ platform, target: 'thumbv7m-none-eabi', evidence: `the interrupt attribute in ${handler}` });
  return ok({ platform, target: platform.target, evidence: 'nothing in the sources names a machine' });
}

function namedPlatform(name: string, readText: (file: string) => string | undefined): Result<Platform> {
  const pack = packs.find((p) => p.name === name);
  if (pack !== undefined) return ok(pack);
  if (!name.endsWith('.json')) {
    return failed(
      errorAt(
        'unknown-platform',
        `--platform ${name}: there are ${packs.map((p) => p.name).join(', ')}, or the path of a .json file`,
      ),
    );
  }
  const bad = (why: string): Result<Platform> =>
    failed(errorAt('bad-platform', why, { file: name, line: 0, column: 0 }));
  const text = readText(name);
  if (text === undefined) return bad('cannot read the platform');
  const data = parseJson(text, name, 'bad-platform');
  if (data.kind === 'failed') return data;
  const parsed = platformSchemas().platform.safeParse(data.value);
  if (parsed.success) return ok(parsed.data);
  const issue = parsed.error.issues[0]!;
  return bad(`${issue.path.join('.') || 'the platform'}: ${issue.message}`);
}

function evidenceIn(
  { detect }: Platform,
  sources: readonly { readonly file: string; readonly text: string }[],
): string | undefined {
  for (const include of detect.includes) {
    const escaped = include.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const file = firstMatch(sources, new RegExp(`^[ \\t]*#[ \\t]*include[ \\t]*[<"]${escaped}`, 'm'));
    if (file !== undefined) return `#include <${include}…> in ${file}`;
  }
  for (const identifier of detect.identifiers) {
    const found = sources
      .map((s) => ({ file: s.file, match: new RegExp(identifier).exec(s.text) }))
      .find((f) => f.match !== null);
    if (found?.match != null) return `${found.match[0].replace(/\s*\($/, '')} in ${found.file}`;
  }
  return undefined;
}

function firstMatch(
  sources: readonly { readonly file: string; readonly text: string }[],
  pattern: RegExp,
): string | undefined {
  return sources.find((s) => pattern.test(s.text))?.file;
}
