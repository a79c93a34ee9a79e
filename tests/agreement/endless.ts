// Small programs that do not end, from a seed: main loops, waiting loops and loops in ISRs, with two or three ISRs of
// which some share nothing with the loop, masks, platforms with and without nesting. Values are few, so that states
// repeat. No oracle can list their executions: `reduced` is compared with `exhaustive`.

import type { Request } from '../../src/check.js';
import { Random } from '../solve/random.js';

export interface EndlessProgram {
  readonly text: string;
  readonly request: Omit<Request, 'paths'>;
  readonly arrivals: number;
  readonly unit: 'task' | 'function';
  readonly effect: 'reaching' | 'any';
}

interface Setting {
  readonly platform: 'avr' | 'generic' | 'cortex-m';
  readonly isNested: boolean;
  readonly close: string;
  readonly open: string;
}

const settings: readonly Setting[] = [
  { platform: 'avr', isNested: false, close: '__asm__ volatile("cli")', open: '__asm__ volatile("sei")' },
  { platform: 'generic', isNested: false, close: 'preempt_set_global_mask(1)', open: 'preempt_set_global_mask(0)' },
  { platform: 'generic', isNested: true, close: 'preempt_set_global_mask(1)', open: 'preempt_set_global_mask(0)' },
  {
    platform: 'cortex-m',
    isNested: false,
    close: '__asm__ volatile("cpsid i")',
    open: '__asm__ volatile("cpsie i")',
  },
];

export function endlessProgram(seed: number): EndlessProgram {
  const random = new Random(seed);
  const setting = random.pick(settings);
  const count = 2 + random.below(2);
  const irqs = Array.from({ length: count }, (_, n) => n + 1);
  const writer = new Writer(random, setting, irqs);
  const isrs = irqs.map((irq) => {
    // Its own variable, at times one of those that everybody uses.
    const variables = random.chance(2) ? [`own${irq}`] : [`own${irq}`, random.pick(['a', 'b', 'c'])];
    return `void isr_${irq}(void) {\n${writer.isr(variables)}}`;
  });
  const main = writer.main();
  return {
    text: [
      '#include <assert.h>',
      '#include <stdlib.h>',
      'void enable_isr(int);',
      'void disable_isr(int);',
      'int preempt_set_global_mask(int);',
      'void __VERIFIER_assume(int);',
      '#define DEVICE (*(volatile unsigned char *)0x4001)',
      `volatile unsigned char a, b, c, ${irqs.map((irq) => `own${irq}`).join(', ')};`,
      ...isrs,
      `int main(void) {\n${main}}`,
      '',
    ].join('\n'),
    request: {
      platform: setting.platform,
      interrupts: 'on',
      isrs: irqs.map((irq) => ({ function: `isr_${irq}`, irq, priority: setting.isNested ? irq : 1 })),
    },
    arrivals: random.pick([1, 1, 2, Infinity]),
    unit: random.chance(2) ? 'task' : 'function',
    effect: random.chance(2) ? 'reaching' : 'any',
  };
}

class Writer {
  private loops = 0;

  constructor(
    private readonly random: Random,
    private readonly setting: Setting,
    private readonly irqs: readonly number[],
  ) {}

  isr(variables: readonly string[]): string {
    const { random } = this;
    const lines = this.body(variables, 1 + random.below(2));
    if (random.chance(2)) lines.push(`assert(${this.condition(variables)});`);
    if (random.chance(10)) lines.push(`if (${this.condition(variables)}) for (;;) { ${this.change(variables)} }`);
    if (random.chance(10)) lines.push(`if (${this.condition(variables)}) exit(0);`);
    // Where entry has closed the mask, it may be entered again from here on.
    if (this.setting.platform === 'avr' && random.chance(3)) lines.unshift(`${this.setting.open};`);
    return indented(lines);
  }

  main(): string {
    const { random, setting, irqs } = this;
    // Not all that ISRs use.
    const variables = random.pick([['a'], ['a', 'b'], ['a', 'c', `own${random.pick(irqs)}`]]);
    const lines = [`${setting.open};`];
    if (random.chance(4)) lines.push(`disable_isr(${random.pick(irqs)});`);
    lines.push(...this.body(variables, random.below(2)));
    const body = this.body(variables, 1 + random.below(3));
    const waiting = `while (${this.condition(variables)}) {\n${indented(body)}}`;
    const forms = [
      `for (;;) {\n${indented(body)}}`,
      `for (;;) {\n${indented(body)}}`,
      `${waiting}\n${this.change(variables)}\nassert(${this.condition(variables)});`,
      `for (;;) {\n${indented([this.change(variables), waiting])}}`,
    ];
    lines.push(random.pick(forms));
    return indented(lines);
  }

  private body(variables: readonly string[], count: number): string[] {
    return Array.from({ length: count }, () => this.statement(variables));
  }

  private statement(variables: readonly string[]): string {
    const { random, setting, irqs } = this;
    switch (random.below(16)) {
      case 0:
        return `${setting.close}; ${this.change(variables)} ${setting.open};`;
      case 1:
        return `disable_isr(${random.pick(irqs)});`;
      case 2:
        return `enable_isr(${random.pick(irqs)});`;
      case 3:
        return random.chance(3)
          ? `__VERIFIER_assume(${this.condition(variables)});`
          : `if (DEVICE & 1) ${this.change(variables)}`;
      case 4: {
        // Cycles longer than executions are followed without being compared.
        const variable = `i${this.loops++}`;
        const times = random.pick([2, 3, 67, 97]);
        return `for (int ${variable} = 0; ${variable} < ${times}; ${variable}++) { ${this.change(variables)} }`;
      }
      case 5:
      case 6:
      case 7:
        return `if (${this.condition(variables)}) { ${this.change(variables)} }`;
      default:
        return this.change(variables);
    }
  }

  private change(variables: readonly string[]): string {
    const { random } = this;
    const [to, from] = [random.pick(variables), random.pick(variables)];
    return random.pick([
      `${to} = ${random.below(3)};`,
      `${to} ^= 1;`,
      `${to} = (${to} + 1) & 3;`,
      `if (${to} < 2) ${to}++;`,
      `${to} = ${from};`,
    ]);
  }

  private condition(variables: readonly string[]): string {
    const { random } = this;
    return `${random.pick(variables)} ${random.pick(['==', '!=', '<', '<'])} ${1 + random.below(2)}`;
  }
}

function indented(lines: readonly string[]): string {
  return lines
    .flatMap((line) => line.trimEnd().split('\n'))
    .map((line) => `  ${line}\n`)
    .join('');
}
