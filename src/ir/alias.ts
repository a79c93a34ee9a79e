// Where aliases lead.

import type { IrModule } from './module.js';
import type { Constant } from './value.js';

export interface AliasTarget {
  /** Of a variable or function, or of an alias or ifunc that leads no further. */
  readonly name: string;
  /** In bytes from its start. */
  readonly offset: number;
}

/**
 * What `name` stands for: itself unless it is an alias. An ifunc stays itself, since only its resolver knows.
 * Undefined when an alias leads to no symbol (a fixed address), or back to itself.
 */
export function followAlias(module: IrModule, name: string): AliasTarget | undefined {
  let target: AliasTarget = { name, offset: 0 };
  for (let step = 0; step <= module.aliases.size; step++) {
    const alias = module.aliases.get(target.name);
    if (alias === undefined || alias.ifunc) return target;
    const next = symbolAt(alias.target);
    if (next === undefined) return undefined;
    target = { name: next.name, offset: target.offset + next.offset };
  }
  return undefined;
}

/** The symbol that an address constant is based on. */
export function symbolAt(constant: Constant): AliasTarget | undefined {
  let offset = 0;
  let base = constant;
  while (base.kind === 'expression') {
    if (base.op === 'getelementptr') {
      offset += base.offset;
      base = base.base;
    } else if (base.op === 'bitcast' || base.op === 'addrspacecast') base = base.value;
    else return undefined;
  }
  return base.kind === 'global' ? { name: base.name, offset } : undefined;
}
