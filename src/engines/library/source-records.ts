// The members of C structures by the names of their types: what turns an offset in LLVM IR into `.uxPriority`. Read
// from the debug information of all variables of the module.

import type { Member, SourceType } from '../../ir/debug/debug-info.js';
import type { IrModule } from '../../ir/module.js';
import type { Type } from '../../ir/type.js';

type SourceRecord = SourceType & { readonly kind: 'record' };

export class SourceRecords {
  private readonly byName = new Map<string, SourceRecord>();

  constructor(module: IrModule) {
    const seen = new Set<SourceType>();
    const visit = (type: SourceType): void => {
      if (seen.has(type)) return;
      seen.add(type);
      if (type.kind === 'pointer') visit(type.target());
      else if (type.kind === 'array') visit(type.element);
      else if (type.kind === 'record') {
        const members = type.members();
        if (type.name !== '' && members.length > 0 && !this.byName.has(type.name)) this.byName.set(type.name, type);
        for (const member of members) visit(member.type);
      }
    };
    for (const global of module.globals.values()) {
      const variable = module.units[global.unit]!.debug.globalVariable(global.debug);
      if (variable !== undefined) visit(variable.type);
    }
    for (const fn of module.functions.values()) {
      const { debug } = module.units[fn.unit]!;
      for (const block of fn.blocks) {
        for (const i of block.instructions) {
          if (i.op !== 'debug-declare' && i.op !== 'debug-value') continue;
          const variable = debug.localVariable(i.variable);
          if (variable !== undefined) visit(variable.type);
        }
      }
    }
  }

  get names(): Iterable<string> {
    return this.byName.keys();
  }

  members(name: string): readonly Member[] {
    return this.byName.get(name)?.members() ?? [];
  }

  record(name: string): SourceRecord | undefined {
    return this.byName.get(name);
  }

  /** How C calls a type of LLVM's: `struct.queue.12` is `queue`. */
  nameOf(type: Type): string | undefined {
    if (type.kind !== 'struct' || type.name === undefined) return undefined;
    const name = type.name.replace(/^(?:struct|union|class)\./, '');
    return this.byName.has(name) ? name : name.replace(/\.\d+$/, '');
  }

  /** `.member` of the byte at `offset`, `[]` for elements; as far as an address of `sourceType` is told to go. */
  path(sourceType: Type, offset: number, isIndexed: boolean): string {
    const name = this.nameOf(sourceType);
    const record = name === undefined ? undefined : this.byName.get(name);
    if (record === undefined) return offset !== 0 || isIndexed ? '[]' : '';
    const size = Math.max(1, record.size);
    const within = ((offset % size) + size) % size;
    const isElement = offset < 0 || offset >= size;
    return `${isElement ? '[]' : ''}${pathIn(record, within, isIndexed)}`;
  }
}

/** The member that begins at the byte, or the innermost that holds it. */
function pathIn(type: SourceType, offset: number, isIndexed: boolean): string {
  if (type.kind === 'array') {
    const { element } = type;
    if (offset === 0 && !isIndexed) return '';
    return `[]${element.size > 0 && offset % element.size !== 0 ? pathIn(element, offset % element.size, false) : ''}`;
  }
  if (type.kind !== 'record') return isIndexed ? '[]' : '';
  const member = type
    .members()
    .find((m) => m.offset <= offset && (offset < m.offset + m.type.size || m.type.size === 0 || m.bits !== undefined));
  if (member === undefined) return '';
  const rest = offset - member.offset;
  const own = member.name === '' ? '' : `.${member.name}`;
  if (member.name === '' || rest !== 0 || (isIndexed && member.type.kind === 'array'))
    return `${own}${pathIn(member.type, rest, isIndexed)}`;
  return own;
}
