// Which sightings are asked for: those of the properties in question, races that matter on one core only if all are
// wanted.

import type { Machine } from '../machine/machine.js';
import { failsByName } from '../model/known-calls.js';
import type { Program } from '../model/program.js';
import type { Property } from './finding.js';
import type { Sighting } from './pattern-observer.js';
import { raceKind } from './race-kind.js';
import type { Sites } from './sites.js';

export interface Asked {
  readonly properties: readonly Property[];
  /** Show races that volatile, single-instruction accesses make harmless on one core. */
  readonly races: 'default' | 'all';
  /** Whether an invalid access or a division by zero ends an execution, as usual, or fails as an assertion does. */
  readonly undefined?: 'ends' | 'fails';
}

/** Does the program name anything that can fail as an assertion does? */
export function hasAssertions(program: Program): boolean {
  return [...program.module.functions.keys()].some((name) => failsByName(program.platform, name));
}

export function isAsked({ program }: Machine, sites: Sites, sighting: Sighting, options: Asked): boolean {
  switch (sighting.kind) {
    case 'atomicity':
    case 'block':
      return options.properties.includes('atomicity');
    case 'torn-access':
      return options.properties.includes('race');
    case 'race':
      return (
        options.properties.includes('race') &&
        (options.races === 'all' || raceKind(program, sites, sighting) !== 'exempt')
      );
    case 'deadlock':
    case 'blocked':
      return options.properties.includes('deadlock');
    case 'failure':
      return (
        options.properties.includes('assertion') &&
        (sighting.failure.kind === 'assertion' || options.undefined === 'fails')
      );
  }
}
