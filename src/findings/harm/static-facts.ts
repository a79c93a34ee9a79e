// What is known of a program's values without running it, for those who judge harm; found once for each program.

import { KnownValues } from '../../model/known-value.js';
import type { Program } from '../../model/program.js';
import { collectReferences, type References } from '../../model/references.js';

interface StaticFacts {
  readonly values: KnownValues;
  readonly references: References;
}

const known = new WeakMap<Program, StaticFacts>();

export function staticFacts(program: Program): StaticFacts {
  let facts = known.get(program);
  if (facts === undefined) {
    const references = collectReferences(program.module);
    facts = { references, values: new KnownValues(program.module, references, program.platform.encoders) };
    known.set(program, facts);
  }
  return facts;
}
