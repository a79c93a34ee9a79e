// Which threads make the accesses of a sighting: sites name contexts, and several threads may run one function.

import { threadName } from '../execution/thread-name.js';
import type { Machine } from '../machine/machine.js';
import type { State, ThreadId } from '../machine/state.js';
import type { Sighting } from './pattern-observer.js';
import type { MadeAccess } from './shared-prefix.js';
import type { Site, Sites } from './sites.js';

/** In the order of the report. */
export function sitesOf(sighting: Sighting, { all }: Sites): readonly Site[] {
  const ids =
    sighting.kind === 'atomicity'
      ? [sighting.match.o1, sighting.match.o2, sighting.match.o3]
      : sighting.kind === 'block'
        ? [sighting.match.first.site, sighting.match.second.site, sighting.match.third.site]
        : sighting.kind === 'failure'
          ? [sighting.site]
          : sighting.kind === 'deadlock'
            ? sighting.wait.sites
            : sighting.kind === 'blocked'
              ? [...new Set(sighting.threads.map((t) => t.site))]
              : [sighting.second, sighting.first];
  return ids.map((id) => all[id]!);
}

/**
 * Their names, in the order of the report; undefined for ISRs, for what several threads do, and in programs without
 * threads. `state`: where the sighting was completed.
 */
export function actingThreads(
  machine: Machine,
  state: State,
  sighting: Sighting,
  sites: Sites,
  made: readonly (MadeAccess | undefined)[],
): readonly (string | undefined)[] {
  const { program, threads } = machine;
  const isIsr = ({ context }: Site): boolean => program.contexts[context]!.kind === 'isr';
  return sitesOf(sighting, sites).map((site, n, all) => {
    if (!threads.areMany || isIsr(site)) return undefined;
    const other = isIsr(all[0]!) ? undefined : made[0]?.thread;
    const acting = made[n]?.thread ?? actingIn(state, sighting, site, other);
    return acting === undefined ? undefined : threadName(program, state, acting as ThreadId);
  });
}

/** Of what was not made: who stands there, apart from the thread that made the `other` access. */
function actingIn(
  state: State,
  sighting: Sighting,
  { id, context, instruction }: Site,
  other: number | undefined,
): number | undefined {
  if (sighting.kind === 'failure') return state.current;
  if (sighting.kind === 'blocked') {
    const there = sighting.threads.filter((t) => t.site === id);
    return there.length === 1 ? there[0]!.thread : undefined;
  }
  const standing = state.threads.flatMap(({ activations }, n) => {
    const own = activations[0];
    if (n === other || own === undefined || own.context !== context) return [];
    return [{ n, isThere: own.frames.some((f) => f.instruction?.id === instruction) }];
  });
  return (standing.find((s) => s.isThere) ?? standing[0])?.n;
}
