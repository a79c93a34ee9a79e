// Calls of functions without a body that are given a function: whether it is called at once, becomes a thread, or is a
// handler from that call on; and which argument of the call the handler gets back, its cookie. Asked by the analysis of
// pointers and, when such a call is made, by the machine.

import type { CallSite } from '../ir/instruction.js';
import type { IrModule } from '../ir/module.js';
import { callsAtOnce, speaksOfInterrupts, startsThread } from './handler-names.js';
import { functionName } from './known-calls.js';
import { registrationName } from './packs/every-platform.js';

export type CallbackUse =
  /** It may be called before the call returns. */
  | 'at-once'
  | 'thread'
  /** An ISR, whoever else calls it. */
  | 'isr'
  /** An ISR, unless the program calls it itself. */
  | 'likely-isr'
  /** It may come at any time; nothing says that it is about interrupts. */
  | 'assumed-isr';

/** `holder`: the type of the object that the function's address is in, if it is not an argument itself. */
export function givenAs(callee: string, callback: string, holder = ''): CallbackUse {
  if (registrationName.test(callee) || isKnown(callee)) return 'isr';
  if (callsAtOnce(callee)) return 'at-once';
  if (startsThread(callee)) return 'thread';
  return [callee, callback, holder].some(speaksOfInterrupts) ? 'likely-isr' : 'assumed-isr';
}

/** Where the order of arguments is not the usual one: the handler, and what it is given. */
const knownCookies: Readonly<Record<string, readonly [handler: number, cookie: number]>> = {
  request_irq: [1, 4],
  request_threaded_irq: [1, 5],
  devm_request_irq: [2, 5],
  devm_request_threaded_irq: [2, 6],
  esp_intr_alloc: [2, 3],
  alt_irq_register: [2, 1],
};

function isKnown(callee: string): boolean {
  return Object.hasOwn(knownCookies, callee);
}

/** What handlers are called with: the argument behind the handler if it is a pointer, else the last one that is. */
export function cookieOf(module: IrModule, site: CallSite, callee: string, handler: number): number | undefined {
  const known = isKnown(callee) ? knownCookies[callee] : undefined;
  const isPointer = (n: number): boolean => {
    const argument = site.arguments[n];
    return argument?.type.kind === 'pointer' && functionName(module, argument) === undefined;
  };
  if (known !== undefined) return known[0] === handler && isPointer(known[1]) ? known[1] : undefined;
  if (isPointer(handler + 1)) return handler + 1;
  for (let n = site.arguments.length - 1; n > handler; n--) if (isPointer(n)) return n;
  return undefined;
}
