// The parts of one written function: statements with the source line that each belongs to, and what is declared at its
// beginning.

import type { Place as SourcePlace } from '../../base/diagnostic.js';
import type { SourceType } from '../../ir/debug/debug-info.js';
import { type Names, renamed } from '../names.js';
import type { CType } from './c-expression.js';
import type { SourceTypes } from './source-types.js';

/** One line of C, without its indentation. */
export interface CLine {
  readonly text: string;
  readonly place?: SourcePlace | undefined;
  readonly depth?: number;
}

export class Declarations {
  readonly lines: string[] = [];
  private temporaries = 0;

  constructor(
    private readonly names: Names,
    private readonly types: SourceTypes,
  ) {}

  local(wanted: string, type: SourceType, isUnread = false): string {
    const name = this.names.pick(wanted);
    this.lines.push(
      `${this.types.declaration(type, name)}${isUnread ? ' HELPER_UNUSED' : ''};${renamed(wanted, name)}`,
    );
    return name;
  }

  raw(wanted: string, declare: (name: string) => string): string {
    const name = this.names.pick(wanted);
    this.lines.push(`${declare(name)};`);
    return name;
  }

  parameter(wanted: string): string {
    return this.names.pick(wanted);
  }

  temporary(type: CType): string {
    const name = this.names.pick(`t${++this.temporaries}`);
    this.lines.push(`${this.typed(type, name)};`);
    return name;
  }

  typed(type: CType, name: string): string {
    switch (type.kind) {
      case 'int':
      case 'float':
      case 'parts':
        return `${this.types.valueName(type)} ${name}`;
      case 'pointer':
        if (type.isFunction === true) return `void (*${name})(void)`;
        return type.to === undefined || type.to.kind === 'function'
          ? `void *${name}`
          : this.types.declaration({ kind: 'pointer', size: 0, volatile: false, target: () => type.to! }, name);
    }
  }
}
