// A function of a program as it is written by `schedule`: its lines, without comments and without what is around it.

import { textOf, translated } from '../../engines/sequentialize/written.js';

const handler = 'volatile int ticks;\nvoid timer_isr(void) { ticks++; }\n';

/** Of a program with a handler that counts `ticks`. */
export async function written(source: string): Promise<string> {
  return textOf(await translated(handler + source, {}, { isrs: [{ function: 'timer_isr' }] }));
}

export async function bodyOf(name: string, source: string): Promise<readonly string[]> {
  const lines = (await written(source)).split('\n');
  const begin = lines.findIndex((line, n) => new RegExp(`\\b${name}\\(.*\\)$`).test(line) && lines[n + 1] === '{');
  const rest = lines.slice(begin + 2);
  return (
    rest
      .slice(0, rest.indexOf('}'))
      // Interrupts still arrive where main returns.
      .map((line) => line.trim().replace(/schedule_irq\(\); (?=return)/, ''))
      .filter((line) => line !== '' && !line.startsWith('/*'))
  );
}
