// How a harness writes functions down in C: declarations by the types that the compiler has given them, with the name
// in the object file where that differs, as in C++.

import type { IrFunction } from '../../ir/module.js';

export type Arguments = readonly string[];

export function callText(fn: IrFunction, given: Arguments): string {
  return `${plainName(fn)}(${given.join(', ')})`;
}

export function declarationOf(fn: IrFunction): string {
  const { returns, parameters } = fn.type;
  const label = fn.sourceName === fn.name ? '' : ` __asm__("${fn.name}")`;
  const types = parameters.map(typeName).join(', ');
  return `extern ${typeName(returns)} ${plainName(fn)}(${types || 'void'})${label};`;
}

/** A name for C: of methods, all of their name's words. */
function plainName(fn: IrFunction): string {
  const source = fn.sourceName === fn.name ? fn.name : fn.sourceName.replace(/\W+/g, '_').replace(/^_+|_+$/g, '');
  // Overloads have one name, and a label each.
  return fn.sourceName === fn.name ? source : /^_Z\d+\w+v$/.test(fn.name) ? source : `${source}_${hashOf(fn.name)}`;
}

function hashOf(text: string): string {
  let hash = 0;
  for (const character of text) hash = (hash * 31 + character.charCodeAt(0)) % 46656;
  return hash.toString(36);
}

function typeName(type: IrFunction['type']['returns']): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'pointer':
      return 'void *';
    case 'float':
      return type.format === 'float' ? 'float' : 'double';
    case 'int':
      return type.bits === 1 ? '_Bool' : `uint${type.bits}_t`;
    default:
      return 'void';
  }
}
