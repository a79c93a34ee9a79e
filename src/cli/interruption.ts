// Ctrl-C and SIGTERM. While a run can still report something, the first one ends it, and what was found is reported;
// the second one ends the process. Before and after, the first one does.

import { ExitCode } from './exit-code.js';

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Until somebody begins a run: end at once. */
export function endOnSignals(): void {
  for (const name of signals) process.on(name, end);
}

export interface Interruption {
  readonly signal: AbortSignal;
  /** Nothing is left to be reported. */
  over(): void;
}

/** `cleanUp` is called before the process ends. */
export function interruptible(cleanUp: () => void): Interruption {
  const controller = new AbortController();
  const handlers = signals.map((name) => {
    const how = name === 'SIGINT' ? 'Ctrl-C' : name;
    const handler = (): void => {
      if (!controller.signal.aborted) return controller.abort(`it was interrupted by ${how}`);
      cleanUp();
      end();
    };
    process.off(name, end).on(name, handler);
    return [name, handler] as const;
  });
  const over = (): void => {
    for (const [name, handler] of handlers) process.off(name, handler).on(name, end);
  };
  return { signal: controller.signal, over };
}

function end(): never {
  process.exit(ExitCode.interrupted);
}
