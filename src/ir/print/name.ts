// Names and strings as LLVM IR spells them.

import { utf8Bytes } from '../../base/bytes.js';

const bare = /^[-a-zA-Z$._][-a-zA-Z$._0-9]*$/;

/** Behind a sigil: quoted where it has to be. */
export function nameText(name: string): string {
  return bare.test(name) ? name : stringText(name);
}

export function stringText(text: string): string {
  return `"${escaped(utf8Bytes(text))}"`;
}

/** Bytes between quotes: all but plain characters as `\XX`. */
export function escaped(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) {
    const isPlain = byte >= 32 && byte < 127 && byte !== 34 && byte !== 92;
    text += isPlain ? String.fromCharCode(byte) : `\\${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return text;
}
