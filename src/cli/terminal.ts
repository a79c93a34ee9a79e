// What the terminal allows: colours and width. Colour only where standard output is one, and nobody asked for none (no-color.org).

import pc from 'picocolors';
import { type CheckStyle, type Paint, plainPaint } from '../report/text-style.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export function styleFor(
  output: Terminal | undefined,
  environment: Readonly<Record<string, string | undefined>>,
  wish: Pick<CheckStyle, 'detail' | 'isStats'>,
): CheckStyle {
  const isTerminal = output?.isTTY === true;
  const isColoured = isTerminal && (environment.NO_COLOR ?? '') === '' && environment.TERM !== 'dumb';
  // A width of 0 is what some terminals say that do not know.
  const columns = (isTerminal && output?.columns) || 80;
  return { ...wish, paint: isColoured ? colours() : plainPaint, width: Math.min(100, Math.max(40, columns)) };
}

function colours(): Paint {
  const c = pc.createColors(true);
  return {
    bold: c.bold,
    dim: c.dim,
    error: (text) => c.bold(c.red(text)),
    warning: (text) => c.bold(c.yellow(text)),
    mark: (text) => c.bold(c.cyan(text)),
    added: c.green,
  };
}
