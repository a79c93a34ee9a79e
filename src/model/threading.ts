// How threads share the machine, as the user says it: who may go on, how many run at once, and whether ISRs are taken
// for threads. Part of the program, since every execution of it, a replay too, follows the same rules. docs/machine.md
// has the rules themselves.

export interface Threading {
  /** `any`: whoever can. `priority`: of those who can, only the most urgent, who preempt all others at once. */
  readonly scheduler: 'any' | 'priority';
  /** By priority: whether those of one priority take turns at any time, or only where one waits, yields or ends. */
  readonly timeSlicing: boolean;
  readonly cores: number;
  /** ISRs are threads that nothing keeps out: wrong on purpose, as tools for threads have it. */
  readonly interruptsAsThreads: boolean;
}

/** Of a thread's function, or main's: what its threads begin with. */
export interface NamedPriority {
  readonly function: string;
  /** Higher is more urgent. */
  readonly priority: number;
}

/** What is not said is as usual: any thread, one core. */
export interface ThreadingOptions extends Partial<Threading> {
  readonly priorities?: readonly NamedPriority[];
}

export const usualThreading: Threading = {
  scheduler: 'any',
  timeSlicing: true,
  cores: 1,
  interruptsAsThreads: false,
};

export function threadingOf({ scheduler, timeSlicing, cores, interruptsAsThreads }: ThreadingOptions): Threading {
  return {
    scheduler: scheduler ?? usualThreading.scheduler,
    timeSlicing: timeSlicing ?? usualThreading.timeSlicing,
    cores: cores ?? usualThreading.cores,
    interruptsAsThreads: interruptsAsThreads ?? usualThreading.interruptsAsThreads,
  };
}

/** ISRs run beside what they would preempt on one core: each is a thread of its own. */
export function runsIsrsBeside({ cores, interruptsAsThreads }: Threading): boolean {
  return cores > 1 || interruptsAsThreads;
}
