// Random programs with POSIX threads, locks, semaphores, conditions, joins, masks, interrupts and blocks that are meant
// to be atomic, as C; on request with priorities of threads, which may change, and calls that yield, sleep or spin.

import { Random } from '../solve/random.js';

export interface ScheduledProgram {
  readonly text: string;
  readonly isrs: readonly { readonly function: string; readonly irq: number; readonly priority: number }[];
}

/** `size`: how many statements a thread may have. */
export function generateScheduledProgram(seed: number, size: number, hasPriorities = false): ScheduledProgram {
  return new Generator(new Random(seed), new Random(seed + 0x5eed), size, hasPriorities).program();
}

const CREATE = `static void create(pthread_t *thread, void *(*worker)(void *), int priority) {
  pthread_attr_t attributes;
  struct sched_param given;
  given.sched_priority = priority;
  pthread_attr_init(&attributes);
  pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
  pthread_attr_setschedparam(&attributes, &given);
  pthread_create(thread, &attributes, worker, 0);
}`;

class Generator {
  private readonly threads: number;
  private readonly isrs: number;
  private readonly locks: number;
  private readonly hasSemaphore: boolean;
  private readonly hasCondition: boolean;
  private readonly variables: readonly string[];

  constructor(
    private readonly random: Random,
    /** Which bodies are meant to be atomic. */
    private readonly meant: Random,
    private readonly size: number,
    private readonly hasPriorities: boolean,
  ) {
    this.threads = 1 + random.below(2);
    this.isrs = random.below(3) === 0 ? 1 + random.below(2) : 0;
    this.locks = random.below(3);
    this.hasSemaphore = random.below(4) === 0;
    this.hasCondition = this.locks > 0 && random.below(5) === 0;
    this.variables = ['x', 'y'].slice(0, 1 + random.below(2));
  }

  program(): ScheduledProgram {
    const { random } = this;
    const areAlike = random.below(3) === 0;
    const workers = Array.from({ length: areAlike ? 1 : this.threads }, (_, n) => `worker_${n + 1}`);
    const handlers = Array.from({ length: this.isrs }, (_, n) => `isr_${n + 1}`);
    const names = Array.from({ length: this.threads }, (_, n) => `t${n + 1}`);
    const text = [
      '#include <assert.h>',
      '#include <pthread.h>',
      '#include <semaphore.h>',
      '#include <preempt.h>',
      'void enable_isr(int);',
      'void disable_isr(int);',
      `static ${random.below(2) === 0 ? 'volatile ' : ''}int ${this.variables.join(', ')};`,
      'static _Atomic int counted;',
      ...Array.from({ length: this.locks }, (_, n) => `static pthread_mutex_t m${n};`),
      ...(this.hasCondition ? ['static pthread_cond_t c;'] : []),
      ...(this.hasSemaphore ? ['static sem_t s;'] : []),
      ...(this.hasPriorities ? ['static pthread_spinlock_t spin;', CREATE] : []),
      ...handlers.map((name) => `void ${name}(void) {\n${this.body(2, true)}\n}`),
      ...workers.map((name) => `static void *${name}(void *arg) {\n${this.body(this.size, false)}\n  return arg;\n}`),
      'int main(void) {',
      `  pthread_t ${names.join(', ')};`,
      ...(this.hasSemaphore ? [`  sem_init(&s, 0, ${random.below(2)});`] : []),
      ...handlers.flatMap((_, n) => (random.below(4) === 0 ? [] : [`  enable_isr(${n + 1});`])),
      ...names.map((name, n) => `  ${this.creation(name, workers[areAlike ? 0 : n]!)}`),
      this.body(2, false),
      ...(random.below(3) === 0 ? [] : names.map((name) => `  pthread_join(${name}, 0);`)),
      ...(random.below(2) === 0 ? [`  assert(${this.variable()} != ${1 + random.below(3)});`] : []),
      '  return 0;',
      '}',
      '',
    ].join('\n');
    return {
      text,
      isrs: handlers.map((name, n) => ({ function: name, irq: n + 1, priority: 1 + random.below(2) })),
    };
  }

  private body(most: number, isIsr: boolean): string {
    const body = Array.from({ length: 1 + this.random.below(most) }, () => `  ${this.statement(0, isIsr)}`).join('\n');
    return this.meant.below(3) === 0
      ? `  preempt_expect_atomic_begin("body");\n${body}\n  preempt_expect_atomic_end();`
      : body;
  }

  private creation(name: string, worker: string): string {
    if (!this.hasPriorities || this.random.below(4) === 0) return `pthread_create(&${name}, 0, ${worker}, 0);`;
    return `create(&${name}, ${worker}, ${this.random.below(3)});`;
  }

  /** What only a scheduler by priority takes notice of. */
  private scheduling(depth: number): string {
    const { random } = this;
    switch (random.below(depth > 0 ? 3 : 4)) {
      case 0:
        return 'preempt_yield();';
      case 1:
        return 'preempt_sleep();';
      case 2:
        return `preempt_set_thread_priority(preempt_self(), ${random.below(3)});`;
      default:
        return `${random.below(2) === 0 ? 'preempt_sleep(); ' : ''}pthread_spin_lock(&spin); ${this.variable()}++; pthread_spin_unlock(&spin);`;
    }
  }

  private variable(): string {
    return this.random.pick(this.variables);
  }

  private statement(depth: number, isIsr: boolean): string {
    const { random } = this;
    const constant = (): number => random.below(3);
    if (this.hasPriorities && !isIsr && random.below(5) === 0) return this.scheduling(depth);
    switch (random.below(isIsr ? 4 : 10)) {
      case 0:
        return `${this.variable()} = ${constant()};`;
      case 1:
        return `${this.variable()}++;`;
      case 2:
        return `${this.variable()} = ${this.variable()};`;
      case 3:
        return `if (${this.variable()} == ${constant()}) ${this.variable()} = ${constant()};`;
      case 4:
        return `assert(${this.variable()} != ${2 + constant()});`;
      case 5:
      case 6:
        return this.locked(depth);
      case 7:
        if (!this.hasSemaphore) return `${this.variable()} = ${constant()};`;
        return random.below(2) === 0 ? 'sem_post(&s);' : 'sem_wait(&s);';
      case 8:
        if (this.hasCondition && depth === 0) return this.condition();
        if (this.isrs === 0) return `${this.variable()} = ${this.variable()};`;
        return random.below(2) === 0 ? 'disable_isr(1);' : 'enable_isr(1);';
      default:
        return random.below(3) === 0 ? `if (preempt_nondet_bool()) ${this.variable()} = ${constant()};` : 'counted++;';
    }
  }

  private locked(depth: number): string {
    if (this.locks === 0) return `${this.variable()}++;`;
    const lock = `m${this.random.below(this.locks)}`;
    const inner = depth < 1 ? this.statement(depth + 1, false) : `${this.variable()}++;`;
    return `pthread_mutex_lock(&${lock}); ${inner} pthread_mutex_unlock(&${lock});`;
  }

  private condition(): string {
    const action =
      this.random.below(2) === 0
        ? 'pthread_cond_signal(&c);'
        : `if (${this.variable()} == 0) pthread_cond_wait(&c, &m0);`;
    return `pthread_mutex_lock(&m0); ${action} pthread_mutex_unlock(&m0);`;
  }
}
