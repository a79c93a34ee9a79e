// The program around functions that have none, as C: what somebody would write to run a library. It is compiled and
// linked like any other file, so that no engine needs to know of it, and it can be printed and edited. What it assumes
// is told with every `holds` (docs/drive.md).

import type { IrFunction, IrModule } from '../../ir/module.js';
import type { Platform } from '../platform.js';
import type { Harness } from '../program.js';
import { HarnessWriter } from './harness-writer.js';

/** What the first lines of every harness say. */
const opening = [
  '/*',
  ' * The harness of --drive: the functions below are called in any order, with arbitrary arguments. Keep it as a file,',
  ' * change it, and check it together with the program instead of --drive.',
  ' */',
];

/** `first` run once, in this order; `others` are called for ever, in any order. */
export function driveHarness(
  module: IrModule,
  platform: Platform,
  first: readonly IrFunction[],
  others: readonly IrFunction[],
): Harness {
  const writer = new HarnessWriter(module);
  const entry = hasBody(module, 'main') ? 'preempt_drive' : 'main';
  const beginning = first.map((fn) => `    ${writer.call(fn)}`);
  const opened = platform.globalMask === 'closed' ? ['    preempt_set_global_mask(0); /* interrupts are on */'] : [];
  const round = others.map((fn, n) => {
    const label = n === others.length - 1 ? 'default' : `case ${n}`;
    return `        ${label}: ${writer.call(fn)} break;`;
  });
  const body = [
    ...writer.initialisation(),
    ...beginning,
    ...opened,
    ...(others.length === 0
      ? ['    for (;;) {', '    }']
      : ['    for (;;) {', '        switch (preempt_nondet_u8()) {', ...round, '        }', '    }']),
  ];
  const names = (list: readonly IrFunction[]): string => list.map((fn) => fn.sourceName).join(', ');
  const start = first.length === 0 ? '' : `${names(first)} first, once; then `;
  const assumptions = [
    `driven: ${start}${names(others) || 'nothing'} ${others.length === 1 ? 'again and again' : 'in any order'}, never two at a time`,
    ...writer.assumptions(),
    ...(opened.length === 0 ? [] : ['driven: interrupts are on from there on']),
  ];
  const calls = [...first, ...others].map((fn) => fn.name);
  return { text: writer.text({ opening, entry, body }), entry, calls, assumptions, kind: 'drive' };
}

/** A sketch of Arduino's without its core: setup once, loop for ever, as the core's `main` does it. */
export function sketchHarness(module: IrModule, platform: Platform): Harness | undefined {
  if (hasBody(module, 'main')) return undefined;
  const [setup, loop] = [find(module, 'setup'), find(module, 'loop')];
  if (setup === undefined || loop === undefined) return undefined;
  const isClosed = platform.globalMask === 'closed';
  const writer = new HarnessWriter(module);
  const body = [
    ...(isClosed ? ['    preempt_set_global_mask(0); /* as init() of the core */'] : []),
    `    ${writer.call(setup)}`,
    `    for (;;) ${writer.call(loop)}`,
  ];
  const text = writer.text({ opening: ["/* What Arduino's core does with a sketch. */"], entry: 'main', body });
  const assumptions = [
    `setup, then loop for ever, as Arduino's core calls them${isClosed ? ', with interrupts on' : ''}; its own interrupts are left out`,
  ];
  return { text, entry: 'main', calls: [setup.name, loop.name], assumptions, kind: 'sketch' };
}

function find(module: IrModule, name: string): IrFunction | undefined {
  const fn = module.functions.get(name) ?? module.functions.get(`_Z${name.length}${name}v`);
  return fn !== undefined && fn.blocks.length > 0 && fn.parameters.length === 0 ? fn : undefined;
}

function hasBody(module: IrModule, name: string): boolean {
  return (module.functions.get(name)?.blocks.length ?? 0) > 0;
}
