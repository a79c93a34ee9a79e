// How ISRs are kept out, by what a pack knows.

import { describe, expect, it } from 'vitest';
import { type Mask, masksFor } from '../../src/fix/masks.js';
import { avr } from '../../src/model/packs/avr.js';
import { cortexM } from '../../src/model/packs/cortex-m.js';
import { generic } from '../../src/model/packs/generic.js';
import { completed, type Platform, type PlatformText } from '../../src/model/platform.js';
import type { Context, ContextId } from '../../src/model/program.js';

const isr = (irq: number | undefined, more: Partial<Context> = {}): Context => ({
  id: 1 as ContextId,
  kind: 'isr',
  name: 'isr',
  function: 'isr',
  ...(irq === undefined ? {} : { irq }),
  priority: 1,
  priorityEvidence: '',
  evidence: '',
  ...more,
});

const shown = ({ before, after, restores }: Mask): string =>
  `${before.join(' ')} … ${after.join(' ')}${restores ? ' restores' : ''}`;

const masks = (platform: Platform, ...isrs: readonly Context[]): readonly string[] =>
  masksFor(platform, isrs, (wish) => wish).map(shown);

function pack(functions: PlatformText['functions'], more: Partial<PlatformText> = {}): Platform {
  return completed({
    name: 'mine',
    title: 'mine',
    target: 'msp430',
    detect: {},
    atomicBytes: 2,
    nesting: { kind: 'masked', exit: 'restore' },
    globalMask: 'closed',
    priorities: { order: 'none' },
    functions,
    ...more,
  });
}

describe('masks', () => {
  it('of the packs that come with Preempt', () => {
    expect(masks(generic, isr(2))).toEqual([
      'disable_isr(2); … enable_isr(2);',
      'void disable_isr(int), enable_isr(int); disable_isr(2); … enable_isr(2);',
    ]);
    expect(masks(avr, isr(16))).toEqual(['uint8_t sreg = SREG; cli(); … SREG = sreg; restores', 'cli(); … sei();']);
    expect(masks(cortexM, isr(20)).slice(0, 3)).toEqual([
      'uint32_t primask = __get_PRIMASK(); __disable_irq(); … __set_PRIMASK(primask); restores',
      '__disable_irq(); … __enable_irq();',
      'NVIC_DisableIRQ(20); … NVIC_EnableIRQ(20);',
    ]);
  });

  it('never touch flags that are not there', () => {
    expect(masks(cortexM, isr(-1)).filter((mask) => mask.includes('NVIC'))).toEqual([]);
    expect(masks(cortexM, isr(20), isr(-1)).filter((mask) => mask.includes('NVIC'))).toEqual([]);
    expect(masks(cortexM, isr(-1))).toContain('__disable_irq(); … __enable_irq();');
  });

  it('open several flags in the reverse order', () => {
    expect(masks(generic, isr(2), isr(3))[0]).toBe('disable_isr(2); disable_isr(3); … enable_isr(3); enable_isr(2);');
  });

  it('of a pack with no more than a pair of functions', () => {
    const functions: PlatformText['functions'] = {
      __disable_interrupt: [{ kind: 'close-mask' }],
      __enable_interrupt: [{ kind: 'open-mask' }],
    };
    expect(masks(pack(functions), isr(undefined))).toEqual(['__disable_interrupt(); … __enable_interrupt();']);
  });

  it('save what was where a pack can', () => {
    const write: PlatformText['functions'] = {
      restore_irq: [{ kind: 'write-mask', value: { argument: 0 }, bit: 0, openWhen: 0 }],
    };
    expect(masks(pack({ save_irq: [{ kind: 'read-and-close-mask' }], ...write }), isr(1))).toEqual([
      'uint16_t irq = save_irq(); … restore_irq(irq); restores',
    ]);
    const read: PlatformText['functions'] = {
      get_state: [{ kind: 'read-mask', bit: 0, openWhen: 0 }],
      dint: [{ kind: 'close-mask' }],
    };
    expect(masks(pack({ ...read, ...write }), isr(1))).toEqual([
      'uint16_t state = get_state(); dint(); … restore_irq(state); restores',
    ]);
  });

  it('are none for functions that do more, or something else with their argument', () => {
    expect(
      masks(
        pack({ off: [{ kind: 'close-mask' }, { kind: 'disable', irq: 'all' }], on: [{ kind: 'open-mask' }] }),
        isr(1),
      ),
    ).toEqual([]);
    const fixed: PlatformText['functions'] = { on: [{ kind: 'enable', irq: 3 }], off: [{ kind: 'disable', irq: 3 }] };
    expect(masks(pack(fixed, { globalMask: 'absent' }), isr(3))).toEqual([]);
  });

  it('are none against what cannot be masked or has no number', () => {
    expect(masks(cortexM, isr(-14, { nonMaskable: true }))).toEqual([]);
    expect(masks(cortexM, isr(20), isr(-14, { nonMaskable: true }))).toEqual([]);
    expect(masks(generic, isr(undefined))).toEqual([]);
  });

  it('take a name that is free', () => {
    expect(masksFor(avr, [isr(16)], (wish) => `${wish}2`)[0]?.before[0]).toBe('uint8_t sreg2 = SREG;');
  });
});
