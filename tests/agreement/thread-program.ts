// Random programs with POSIX threads, locks, semaphores, conditions, joins, masks and interrupts, as C that the oracle
// for threads reads. One statement in each line: a place is a line.

import { Random } from '../solve/random.js';

export interface ThreadProgram {
  readonly text: string;
  readonly isrs: readonly { readonly function: string; readonly irq: number; readonly priority: number }[];
  readonly interrupts: 'on' | 'off';
  readonly arrivals: number;
}

/** `size`: how many statements a thread may have. */
export function generateThreadProgram(seed: number, size: number): ThreadProgram {
  return new Generator(new Random(seed), size).program();
}

type Lines = readonly string[];

class Generator {
  private readonly threads: number;
  private readonly isrs: number;
  private readonly locks: number;
  private readonly hasSemaphore: boolean;
  private readonly hasCondition: boolean;
  private readonly hasSpinLock: boolean;
  private readonly hasArray: boolean;
  private readonly variables: Lines;

  constructor(
    private readonly random: Random,
    private readonly size: number,
  ) {
    this.threads = 1 + random.below(2);
    this.isrs = random.below(2) === 0 ? 1 + random.below(2) : 0;
    this.locks = random.below(3);
    this.hasSemaphore = random.below(3) === 0;
    this.hasCondition = this.locks > 0 && random.below(3) === 0;
    this.hasSpinLock = random.below(3) === 0;
    this.hasArray = random.below(4) === 0;
    this.variables = ['x', 'y'].slice(0, 1 + random.below(2));
  }

  program(): ThreadProgram {
    const { random } = this;
    const areAlike = random.below(3) === 0;
    const workers = Array.from({ length: areAlike ? 1 : this.threads }, (_, n) => `worker_${n + 1}`);
    const handlers = Array.from({ length: this.isrs }, (_, n) => `isr_${n + 1}`);
    const names = Array.from({ length: this.threads }, (_, n) => `t${n + 1}`);
    const qualifier = random.below(2) === 0 ? 'volatile ' : '';
    const text = [
      '#include <assert.h>',
      '#include <pthread.h>',
      '#include <semaphore.h>',
      '#include <preempt.h>',
      ...(this.hasSpinLock ? ['#include <linux/spinlock.h>'] : []),
      'void enable_isr(int);',
      'void disable_isr(int);',
      'void local_irq_disable(void);',
      'void local_irq_enable(void);',
      `static ${qualifier}int ${this.variables.join(', ')};`,
      ...(this.hasArray ? [`static ${qualifier}int a[2];`] : []),
      'static _Atomic int counted;',
      ...Array.from({ length: this.locks }, (_, n) => `static pthread_mutex_t m${n};`),
      ...(this.hasCondition ? ['static pthread_cond_t c;'] : []),
      ...(this.hasSemaphore ? ['static sem_t s;'] : []),
      ...(this.hasSpinLock ? ['static spinlock_t l;'] : []),
      ...handlers.flatMap((name) => [`void ${name}(void) {`, '  int r = 0;', ...this.body(2, true), '}']),
      ...workers.flatMap((name) => [
        `static void *${name}(void *arg) {`,
        '  int r = 0;',
        ...this.body(this.size, false),
        '  return arg;',
        '}',
      ]),
      'int main(void) {',
      '  int r = 0;',
      `  pthread_t ${names.join(', ')};`,
      ...(this.hasSemaphore ? [`  sem_init(&s, 0, ${random.below(2)});`] : []),
      ...handlers.flatMap((_, n) => (random.below(3) === 0 ? [`  enable_isr(${n + 1});`] : [])),
      ...(random.below(12) === 0 ? ['  local_irq_disable();'] : []),
      ...names.flatMap((name, n) => [
        `  pthread_create(&${name}, 0, ${workers[areAlike ? 0 : n]}, 0);`,
        ...(random.below(6) === 0 ? this.body(1, false) : []),
      ]),
      ...this.body(2, false),
      ...(random.below(3) === 0 ? [] : names.map((name) => `  pthread_join(${name}, 0);`)),
      ...(random.below(2) === 0 ? [`  assert(${this.variable()} != ${1 + random.below(3)});`] : []),
      '  return 0;',
      '}',
      '',
    ].join('\n');
    return {
      text,
      isrs: handlers.map((name, n) => ({ function: name, irq: n + 1, priority: 1 + random.below(2) })),
      interrupts: random.below(2) === 0 ? 'on' : 'off',
      arrivals: random.below(4) === 0 ? 2 : 1,
    };
  }

  private body(most: number, isIsr: boolean): Lines {
    const statements = Array.from({ length: 1 + this.random.below(most) }, () => this.statement(0, isIsr));
    return statements.flat().map((line) => `  ${line}`);
  }

  private variable(): string {
    return this.random.pick(this.variables);
  }

  private constant(): number {
    return this.random.below(3);
  }

  private access(): string {
    const { random } = this;
    switch (random.below(this.hasArray ? 8 : 6)) {
      case 0:
      case 1:
        return `${this.variable()} = ${this.constant()};`;
      case 2:
        return `${this.variable()}++;`;
      case 3:
        return `${this.variable()} = ${this.variable()};`;
      case 4:
        return `r = ${this.variable()};`;
      case 5:
        return random.below(3) === 0 ? 'counted++;' : `${this.variable()} = r + 1;`;
      case 6:
        return `a[${random.below(2) === 0 ? 'r' : this.variable()} & 1] = ${this.constant()};`;
      default:
        return `${this.variable()} = a[${random.below(2) === 0 ? 'r' : this.variable()} & 1];`;
    }
  }

  private statement(depth: number, isIsr: boolean): Lines {
    const { random } = this;
    switch (random.below(16)) {
      case 0:
      case 1:
        return this.branch(depth, isIsr);
      case 2:
        return [`assert(${this.variable()} != ${2 + this.constant()});`];
      case 3:
      case 4:
      case 5:
        return isIsr ? [this.access()] : this.locked(depth);
      case 6:
        return this.hasSpinLock ? this.spinning(depth, isIsr) : [this.access()];
      case 7:
      case 8:
        return this.hasSemaphore ? [this.semaphore(isIsr)] : [this.access()];
      case 9:
        return this.hasCondition && depth === 0 ? this.condition(isIsr) : [this.access()];
      case 10:
      case 11:
        return this.masks(depth, isIsr);
      case 12:
        if (depth > 0 || isIsr || random.below(3) > 0) return [this.access()];
        return [`for (int i = 0; i < 2; i++) {`, ...indented(this.statement(1, false)), '}'];
      default:
        return [this.access()];
    }
  }

  private branch(depth: number, isIsr: boolean): Lines {
    const { random } = this;
    const condition =
      random.below(5) === 0
        ? 'preempt_nondet_bool()'
        : `${random.below(3) === 0 ? 'r' : this.variable()} == ${this.constant()}`;
    const inner = (): Lines => indented(depth === 0 ? this.statement(1, isIsr) : [this.access()]);
    const otherwise = random.below(4) === 0 ? ['} else {', ...inner()] : [];
    return [`if (${condition}) {`, ...inner(), ...otherwise, '}'];
  }

  private locked(depth: number): Lines {
    if (this.locks === 0) return [this.access()];
    const lock = `m${this.random.below(this.locks)}`;
    const inner = indented(depth < 1 ? this.statement(depth + 1, false) : [this.access()]);
    if (this.random.below(6) === 0)
      return [`if (pthread_mutex_trylock(&${lock}) == 0) {`, ...inner, `  pthread_mutex_unlock(&${lock});`, '}'];
    return [`pthread_mutex_lock(&${lock});`, ...inner, `pthread_mutex_unlock(&${lock});`];
  }

  private spinning(depth: number, isIsr: boolean): Lines {
    const inner = indented(depth < 1 ? this.statement(depth + 1, isIsr) : [this.access()]);
    if (isIsr || this.random.below(3) === 0) return ['spin_lock(&l);', ...inner, 'spin_unlock(&l);'];
    return [
      '{',
      '  unsigned long flags;',
      '  spin_lock_irqsave(&l, flags);',
      ...inner,
      '  spin_unlock_irqrestore(&l, flags);',
      '}',
    ];
  }

  private semaphore(isIsr: boolean): string {
    const { random } = this;
    return isIsr || random.below(2) === 0 ? 'sem_post(&s);' : 'sem_wait(&s);';
  }

  private masks(depth: number, isIsr: boolean): Lines {
    const { random } = this;
    const irq = 1 + random.below(Math.max(1, this.isrs));
    const inner = (): Lines => indented(depth < 1 ? this.statement(depth + 1, isIsr) : [this.access()]);
    // Without ISRs the global mask still keeps other threads out.
    switch (random.below(this.isrs === 0 ? 2 : 7)) {
      case 0:
        return ['local_irq_disable();', ...inner(), 'local_irq_enable();'];
      case 1:
        return random.below(3) === 0 ? ['local_irq_disable();'] : ['local_irq_enable();'];
      case 2:
        return [`disable_isr(${irq});`];
      case 3:
        return [`enable_isr(${irq});`];
      case 4:
        return [`disable_isr(${irq});`, ...inner(), `enable_isr(${irq});`];
      case 5:
        return [`preempt_set_ceiling(${random.below(2)});`];
      default:
        return ['enable_isr(-1);'];
    }
  }

  private condition(isIsr: boolean): Lines {
    if (isIsr) return ['pthread_cond_signal(&c);'];
    const wait = [`if (${this.variable()} == 0) {`, '  pthread_cond_wait(&c, &m0);', '}'];
    const action = [['pthread_cond_signal(&c);'], ['pthread_cond_broadcast(&c);'], wait, wait][this.random.below(4)]!;
    return ['pthread_mutex_lock(&m0);', ...indented(action), 'pthread_mutex_unlock(&m0);'];
  }
}

function indented(lines: Lines): Lines {
  return lines.map((line) => `  ${line}`);
}
