// The options that a corpus program names, for tests that call engines instead of the command line.

import type { Request } from '../../src/check.js';
import type { CheckOptions } from '../engines/check.js';

export function settingsOf(words: readonly string[]): { request: Omit<Request, 'paths'>; options: CheckOptions } {
  const value = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words[at + 1];
  };
  const isrs = words.flatMap((word, n) => {
    if (word !== '--isr') return [];
    const [name, irq, priority] = words[n + 1]!.split(':');
    return [
      {
        function: name!,
        ...(irq === undefined ? {} : { irq: Number(irq) }),
        ...(priority === undefined ? {} : { priority: Number(priority) }),
      },
    ];
  });
  const platform = value('--platform');
  const target = value('--target');
  const interrupts = value('--interrupts') as 'on' | 'off' | undefined;
  const entry = value('--entry');
  // Engines are asked about one level.
  const arrivals = (value('--arrivals') ?? '1').replace('auto', '2');
  return {
    request: {
      isrs,
      flags: words.filter((word) => /^-(m\w|D)/.test(word)),
      ...(platform === undefined ? {} : { platform }),
      ...(target === undefined ? {} : { target }),
      ...(interrupts === undefined ? {} : { interrupts }),
      ...(entry === undefined ? {} : { entry }),
    },
    options: {
      properties: (value('--property')?.split(',') ?? ['atomicity', 'race', 'assertion']) as CheckOptions['properties'],
      reduction: 'reduced',
      arrivals: arrivals === 'unbounded' ? Number.POSITIVE_INFINITY : Number(arrivals),
      unwind: Number(value('--unwind') ?? 8),
      unit: (value('--unit') ?? 'task') as CheckOptions['unit'],
      effect: (value('--effect') ?? 'reaching') as CheckOptions['effect'],
      races: (value('--races') ?? 'default') as CheckOptions['races'],
      undefined: (value('--undefined') ?? 'ends') as 'ends' | 'fails',
      isOver: () => undefined,
    },
  };
}
