// Diagnostics as a compiler prints them: place, severity, message, code, then any text that belongs to it.

import type { Diagnostic } from '../base/diagnostic.js';
import { guarded, inert, printable } from './inert.js';
import { shownPlace } from './paths.js';

export function diagnosticText(diagnostic: Diagnostic, base: string): string {
  return guarded(textOf(diagnostic, base));
}

function textOf(diagnostic: Diagnostic, base: string): string {
  const place = inert(shownPlace(diagnostic.place, base));
  // A compiler's own text says it all, in the form that people know.
  if (diagnostic.detail !== undefined && firstLine(diagnostic.detail).includes(diagnostic.message)) {
    return `${printable(diagnostic.detail).replace(/\n+$/, '')}\npreempt: ${diagnostic.severity}: see above [${diagnostic.code}]`;
  }
  const head = `${place === '' ? 'preempt' : place}: ${diagnostic.severity}: ${printable(diagnostic.message)} [${diagnostic.code}]`;
  return diagnostic.detail === undefined ? head : `${head}\n${printable(diagnostic.detail).replace(/\n+$/, '')}`;
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n') + 1 || text.length);
}
