// What the terminal allows: colours and width. Colour only where standard output is one, and nobody asked for none
// (no-color.org).

import pc from 'picocolors';
import { type CheckStyle, type Paint, plainPaint } from '../report/text-style.js';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** `output`: undefined for a file. */
export function styleFor(
  output: Terminal | undefined,
  environment: Environment,
  wish: Pick<CheckStyle, 'detail' | 'isStats'>,
): CheckStyle {
  // A width of 0 is what some terminals say that do not know.
  const columns = (output?.isTTY === true && output.columns) || 80;
  return { ...wish, paint: paintFor(output, environment), width: Math.min(100, Math.max(40, columns)) };
}

export function paintFor(output: Terminal | undefined, environment: Environment): Paint {
  const isColoured = output?.isTTY === true && (environment.NO_COLOR ?? '') === '' && environment.TERM !== 'dumb';
  return isColoured ? colours() : plainPaint;
}

function colours(): Paint {
  const c = pc.createColors(true);
  return {
    bold: c.bold,
    dim: c.dim,
    error: (text) => c.bold(c.red(text)),
    note: (text) => c.bold(c.cyan(text)),
    mark: (text) => c.bold(c.cyan(text)),
    added: c.green,
  };
}
