// The own flags of interrupts when the program starts: off if main enables them, else on. Where numbers are macros,
// nothing tells which handler a number belongs to; then a handler waits for the first that may be its own.

import { type Platform, reaches } from './platform.js';
import { type Context, MAIN, type Operation } from './program.js';

/** What is known of a context by now. */
interface Handler {
  readonly kind: Context['kind'];
  readonly evidence: readonly string[];
  readonly irq?: number;
}

/** Known only from a call that installs it: it cannot start before that call. */
function isRegisteredOnly(handler: Handler): boolean {
  return handler.evidence.every((e) => e.startsWith('registered by '));
}

export function isUnnumbered(handler: Handler): boolean {
  return handler.kind === 'isr' && handler.irq === undefined && !isRegisteredOnly(handler);
}

/**
 * Where numbers are macros, as in libopencm3, nothing tells which handler is which number. If main enables as many
 * numbers without a handler as there are handlers without a number, these are those: each may start from the first
 * of these calls on, and not before. With fewer numbers, some handler is enabled in another way.
 */
export function unclaimedIrqs(handlers: readonly Handler[], operations: readonly Operation[]): readonly number[] {
  const claimed = new Set(handlers.map((d) => d.irq));
  const enabled = operations.flatMap(({ context, effect, irq }) =>
    context === MAIN && effect.kind === 'enable' && typeof irq === 'number' && !claimed.has(irq) ? [irq] : [],
  );
  const numbers = [...new Set(enabled)].sort((a, b) => a - b);
  return numbers.length >= handlers.filter(isUnnumbered).length ? numbers : [];
}

/** Off if code reachable from main enables it, or all of them, or an unknown one; else on: docs/assumptions.md. */
export function initialFlag(
  platform: Platform,
  handler: Handler,
  possibleIrqs: readonly number[],
  operations: readonly Operation[],
  wished: 'on' | 'off' | undefined,
): NonNullable<Context['initially']> {
  if (isRegisteredOnly(handler)) return { enabled: false, because: handler.evidence.join('; ') };
  if (wished !== undefined) return { enabled: wished === 'on', because: `--interrupts ${wished}` };
  const enabling = operations.find(
    (o) =>
      o.context === MAIN &&
      o.effect.kind === 'enable' &&
      reaches(o.effect, handler.irq) &&
      (o.irq === 'all' || o.irq === undefined || o.irq === handler.irq || possibleIrqs.includes(o.irq)),
  );
  if (enabling !== undefined) return { enabled: false, because: `main enables it: ${enabling.text}` };
  if (platform.globalMask === 'closed')
    return { enabled: true, because: 'nothing enables it by itself; the global mask starts closed' };
  return { enabled: true, because: 'nothing in main enables it' };
}
