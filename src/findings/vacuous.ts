// A proof about interrupts in a program in which none comes proves nothing. Such a property is `unknown`, with what
// could be done about it; what a proof leaves out is named in it.

import type { Context, ContextId, Program } from '../model/program.js';
import type { UnreachedCode } from './unreached.js';

/** Functions that are named; all of them are in the model. */
const MAX_NAMES = 4;
/** Stretches of lines that are shown of one ISR. */
const MAX_STRETCHES = 4;

/** Why nothing was proved; undefined if some ISR starts, or may. */
export function vacuous(program: Program, started: ReadonlySet<ContextId> | undefined): string | undefined {
  const isrs = program.contexts.filter((c) => c.kind === 'isr');
  const threads = program.contexts.filter((c) => c.kind === 'thread');
  if (threads.length > 0 && isrs.length === 0)
    return started === undefined || started.size > 0
      ? undefined
      : `no thread starts within these bounds (${threads.map((t) => t.name).join(', ')})`;
  if (isrs.length === 0)
    return `there is no interrupt handler, so nothing preempts ${nameOf(program)}${howTo(program)}`;
  if (started === undefined || started.size > 0) return undefined;
  return `no ISR starts within these bounds (${isrs.map((isr) => `${isr.name}: ${whyNot(program, isr)}`).join('; ')})`;
}

function nameOf({ contexts }: Program): string {
  return contexts[0]?.name ?? 'main';
}

/** The likeliest first, as the model has them. */
function howTo({ suggestions }: Program): string {
  const [first] = suggestions;
  if (first === undefined) return '; name handlers with --isr NAME';
  const names = suggestions.slice(0, MAX_NAMES).map((s) => s.function);
  const more = suggestions.length - names.length;
  const flag = `--isr ${first.function}`;
  if (suggestions.length === 1) return `; if ${first.function}, which nothing calls, is one, say ${flag}`;
  return `; nothing calls ${names.join(', ')}${more === 0 ? '' : ` and ${more} more`}: say which are handlers, as in ${flag}`;
}

function whyNot(program: Program, isr: Context): string {
  if (isr.softwarePended === true) return 'nothing pends it in time';
  const isKnown = program.diagnostics.some(
    (d) => d.code === 'isr-never-enabled' && d.message.startsWith(`${isr.name} `),
  );
  if (isKnown) return 'nothing enables it';
  return program.diagnostics.some((d) => d.code === 'mask-never-opened')
    ? 'nothing opens the global mask'
    : 'it stays masked or off';
}

/** What a formula does not tell: that code can be reached was nobody's question. */
export function openBranchesText(engine: string, isrs: readonly string[]): readonly string[] {
  return isrs.length === 0 ? [] : [`${engine} does not tell which branches of ${isrs.join(', ')} are ever taken`];
}

/** For the assumptions of a verdict: one line for each ISR, the rest of it in `Verdict.unreached`. */
export function unreachedTexts(unreached: readonly UnreachedCode[]): readonly string[] {
  const byContext = new Map<string, UnreachedCode[]>();
  for (const code of unreached) byContext.set(code.context, [...(byContext.get(code.context) ?? []), code]);
  return [...byContext].map(([context, codes]) => {
    const places = codes.flatMap((code) =>
      code.whole
        ? [`${code.function}()`]
        : code.lines.map(([from, to]) => {
            const where = `${code.file.slice(code.file.lastIndexOf('/') + 1)}:${from}${from === to ? '' : `–${to}`}`;
            return code.function === context ? where : `${where} in ${code.function}()`;
          }),
    );
    const shown = places.slice(0, MAX_STRETCHES).join(', ');
    const more = places.length - MAX_STRETCHES;
    return `${context} did not reach ${shown}${more > 0 ? ` and ${more} more places` : ''} within these bounds`;
  });
}
