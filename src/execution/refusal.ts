// Why a schedule cannot happen: the choice that fails, what stands in its way, and the operation that put it there.

import type { Place } from '../base/diagnostic.js';
import type { Obstacle } from '../machine/interrupts.js';
import type { Context, Program } from '../model/program.js';
import type { Choice } from './schedule.js';

/** What last changed the thing that stands in the way. */
export type Cause =
  | { readonly kind: 'initially'; readonly because: string }
  | { readonly kind: 'entry'; readonly isr: Context }
  | { readonly kind: 'operation'; readonly what: string; readonly step: number; readonly place: Place | undefined };

/** Why a schedule cannot happen. */
export type Refusal =
  | { readonly kind: 'unknown-isr'; readonly name: string; readonly known: readonly string[] }
  /** The ISR may not start; `place` is where it would have. */
  | {
      readonly kind: 'cannot-start';
      readonly isr: Context;
      readonly step: number;
      readonly place: Place | undefined;
      readonly obstacle: Obstacle;
      readonly cause: Cause | undefined;
      readonly ceiling: number;
    }
  /** The thread waits, has ended or was never begun; or nobody may be switched to. */
  | {
      readonly kind: 'cannot-switch';
      readonly thread: number;
      readonly step: number;
      readonly place: Place | undefined;
    }
  /** The choice is for a step that the execution does not reach. */
  | {
      readonly kind: 'never-reached';
      readonly choice: Choice;
      readonly steps: number;
      readonly because: 'end' | 'exit' | 'failure' | 'limit';
      readonly place: Place | undefined;
    }
  | { readonly kind: 'out-of-order'; readonly choice: Choice; readonly steps: number }
  | { readonly kind: 'indivisible'; readonly step: number; readonly place: Place | undefined }
  | {
      readonly kind: 'value-too-wide';
      readonly position: number;
      readonly value: bigint;
      readonly bits: number;
      readonly input: string;
      readonly place: Place | undefined;
    }
  | {
      readonly kind: 'too-few-values';
      readonly given: number;
      readonly bits: number;
      readonly input: string;
      readonly step: number;
      readonly place: Place | undefined;
    }
  | { readonly kind: 'too-many-values'; readonly given: number; readonly used: number }
  | { readonly kind: 'assumption'; readonly step: number; readonly place: Place | undefined };

/** What last changed the mask, the ceiling, each own flag; nothing noted: they are as at the start. */
export class Causes {
  private readonly noted = new Map<string, Cause>();
  /** Of the mask, at the entry of each ISR that is active. */
  private readonly maskCauses: (Cause | undefined)[] = [];

  clone(): Causes {
    const copy = new Causes();
    for (const [thing, cause] of this.noted) copy.noted.set(thing, cause);
    copy.maskCauses.push(...this.maskCauses);
    return copy;
  }

  note(thing: string, cause: Cause): void {
    this.noted.set(thing, cause);
  }

  /** Entry closes the mask on some platforms. */
  enter(program: Program, isr: Context): void {
    this.maskCauses.push(this.noted.get('mask'));
    if (program.platform.nesting.kind === 'masked') this.noted.set('mask', { kind: 'entry', isr });
  }

  /** Exit opens it, or puts it back to what it was. */
  leave(program: Program): void {
    const saved = this.maskCauses.pop();
    if (program.platform.nesting.kind !== 'masked') return;
    if (saved === undefined) this.noted.delete('mask');
    else this.noted.set('mask', saved);
  }

  /** Why an ISR may start: its flag, then the mask and the ceiling where an operation changed them. */
  letting(isr: Context, program: Program): readonly Cause[] {
    const flag = this.of({ kind: 'flag' }, isr, program);
    const others = isr.nonMaskable ? [] : [this.noted.get('mask'), this.noted.get('ceiling')];
    return [flag, ...others].filter((cause) => cause !== undefined);
  }

  of(obstacle: Obstacle, isr: Context, program: Program): Cause | undefined {
    switch (obstacle.kind) {
      case 'flag':
        return this.noted.get(`flag ${isr.id}`) ?? { kind: 'initially', because: isr.initially?.because ?? '' };
      case 'mask':
        return (
          this.noted.get('mask') ?? {
            kind: 'initially',
            because: `the platform ${program.platform.name} starts with the global mask closed`,
          }
        );
      case 'ceiling':
      case 'atomic':
        return this.noted.get(obstacle.kind);
      default:
        return undefined;
    }
  }
}
