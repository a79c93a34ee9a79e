// Undefined behaviour that was met on the way: an invalid access, a division by zero. It ends an execution, and nobody
// knows what comes behind: every verdict says how often that was, and where first.

import type { Place } from '../base/diagnostic.js';
import { compareText } from '../base/order.js';
import { instructionPlace } from '../ir/instruction-place.js';
import type { Failure } from '../machine/outcome.js';
import type { ContextId, Program } from '../model/program.js';

export interface UndefinedBehaviour {
  /** That it ended, of those that were walked; absent where all were looked at as one formula. */
  readonly executions?: number;
  /** Instructions that do it in some execution. */
  readonly places: number;
  /** Contexts of which every run ends so, and where one does: nothing that comes behind is ever seen. */
  readonly stopped: readonly (UndefinedPlace & { readonly context: string })[];
  /** The first of the places, in the order of the source. */
  readonly first: UndefinedPlace;
}

export interface UndefinedPlace {
  /** `out-of-bounds write: bytes 36..39 of a, which has 16`. */
  readonly message: string;
  /** As the source has it. */
  readonly function: string;
  readonly place?: Place;
}

/** What engines have seen of it. */
export class UndefinedSeen {
  /** By instruction, and by the context in which it was met: the first. */
  private readonly failures = new Map<number, Failure>();
  private readonly inContext = new Map<ContextId, Failure>();
  private executions = 0;

  get contexts(): ReadonlySet<ContextId> {
    return new Set(this.inContext.keys());
  }

  add(failure: Failure, context: ContextId): void {
    this.executions++;
    if (!this.inContext.has(context)) this.inContext.set(context, failure);
    if (!this.failures.has(failure.instruction)) this.failures.set(failure.instruction, failure);
  }

  /** Undefined where none was seen. `returning`: contexts of which some run comes to another end. */
  summary(
    program: Program,
    returning: ReadonlySet<ContextId>,
    how: 'counted' | 'as one formula',
  ): UndefinedBehaviour | undefined {
    const places = [...this.failures.values()].map((failure) => placeOf(program, failure)).sort(downTheSource);
    const [first] = places;
    if (first === undefined) return undefined;
    const stopped = [...this.inContext].filter(([context]) => !returning.has(context)).sort(([a], [b]) => a - b);
    return {
      ...(how === 'counted' ? { executions: this.executions } : {}),
      places: places.length,
      stopped: stopped.map(([id, failure]) => ({
        context: program.contexts[id]!.name,
        ...placeOf(program, failure),
      })),
      first,
    };
  }
}

function placeOf({ module }: Program, { kind, message, instruction, function: name }: Failure): UndefinedPlace {
  const { op } = module.instructions[instruction]!;
  const access = op === 'load' ? 'read' : op === 'store' ? 'write' : 'access';
  const how = /^bytes? |^an index/.test(message) ? 'out-of-bounds' : 'invalid';
  const place = instructionPlace(module, instruction);
  return {
    message: kind === 'invalid-access' && op !== 'call' ? `${how} ${access}: ${message}` : message,
    function: module.functions.get(name)!.sourceName,
    ...(place === undefined ? {} : { place }),
  };
}

function downTheSource({ place: p, ...a }: UndefinedPlace, { place: q, ...b }: UndefinedPlace): number {
  return (
    compareText(p?.file ?? '', q?.file ?? '') ||
    (p?.line ?? 0) - (q?.line ?? 0) ||
    (p?.column ?? 0) - (q?.column ?? 0) ||
    compareText(a.function, b.function)
  );
}

/** Every verdict rests on it. */
export function undefinedAssumption({ executions, places, first }: UndefinedBehaviour): string {
  const what =
    executions === undefined
      ? `is possible in ${places} ${places === 1 ? 'place' : 'places'}`
      : `ended ${executions} ${executions === 1 ? 'execution' : 'executions'}`;
  return `${undefinedWords}, which ${what}${places === 1 ? '' : ', first'}: ${placeText(first)}`;
}

/** How the assumption begins. */
export const undefinedWords = 'up to the first undefined behaviour';

/** Why nothing is proved where contexts never come further. */
export function undefinedReasons({ stopped }: UndefinedBehaviour): readonly string[] {
  return stopped.map((s) => `every run of ${s.context} ends in undefined behaviour: ${placeText(s)}`);
}

function placeText({ message, function: name, place }: UndefinedPlace): string {
  const where = place === undefined ? name : `${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line}`;
  return `${message} (${where})`;
}
