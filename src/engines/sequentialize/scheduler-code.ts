// `schedule_irq()` of the TECS paper (Fig. 4): interrupts that are enabled arrive, or not. Exact: every sequence of
// arrivals at one place is one of its executions, or one with the same steps in the same order.

import type { Context } from '../../model/program.js';
import type { InterruptState } from './interrupt-state.js';

/** Of a handler, by priorities: who would come right behind it comes here, and interrupts it where nothing is left. */
export const AT_END = 'schedule_irq(); /* more urgent ones, behind it */';

/**
 * As many as are enabled and due arrive, one after the other. Each is named by a constant, so that who runs and with
 * which priority is no arbitrary value in what follows: a handler cannot be interrupted by itself, and a checker that
 * propagates constants sees where nesting ends.
 */
export function schedulerCode(state: InterruptState, nondet: string, choice: string): readonly string[] {
  return [
    '/* Whatever is enabled may arrive here, or not. */',
    'static void schedule_irq(void)',
    '{',
    ...state.arrivalGroups.flatMap((group) => groupCode(state, group, nondet, choice)),
    '}',
  ];
}

/** Any of them, in any order, as often as is left. */
function groupCode(
  state: InterruptState,
  group: readonly Context[],
  nondet: string,
  choice: string,
): readonly string[] {
  const irqs = group.map((c) => state.numberOf(c));
  const most = state.arrivalsOf(group);
  const any = irqs.map((irq) => `may_start(${irq})`).join(' || ');
  if (most === 1 && irqs.length === 1)
    return choice === ''
      ? [`    if (${any} && (${nondet} & 1)) start_isr(${irqs[0]});`]
      : [`    if (${any}) {${choice} if (${nondet} & 1) start_isr(${irqs[0]}); }`];
  const test = irqs.length === 1 ? any : `(${any})`;
  return [
    Number.isFinite(most)
      ? `    for (int arrival = 0; arrival < ${most} && ${test}; arrival++) {`
      : `    while (${any}) {`,
    ...(choice === '' ? [] : [`       ${choice}`]),
    ...(irqs.length === 1
      ? [`        if (!(${nondet} & 1)) break;`, `        start_isr(${irqs[0]});`]
      : [
          `        uint8_t irq = ${nondet};`,
          ...irqs.map((n) => `        if (irq == ${n}) { assume(may_start(${n})); start_isr(${n}); continue; }`),
          '        break;',
        ]),
    '    }',
  ];
}
