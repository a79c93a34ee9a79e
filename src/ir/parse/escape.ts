// Strings of IR text: `\\XX` stands for a byte, everything else for itself.

import { utf8Bytes } from '../../base/bytes.js';

const backslash = 92;

/** The bytes of a string with its `\XX` escapes resolved. */
export function unescapeBytes(raw: string): Uint8Array {
  const plain = utf8Bytes(raw);
  if (raw.indexOf('\\') < 0) return plain;
  const bytes = new Uint8Array(plain.length);
  let length = 0;
  for (let i = 0; i < plain.length; i++) {
    const byte = plain[i] ?? 0;
    if (byte === backslash && plain[i + 1] === backslash) {
      bytes[length++] = backslash;
      i++;
      continue;
    }
    const high = byte === backslash ? hexDigit(plain[i + 1]) : -1;
    const low = high >= 0 ? hexDigit(plain[i + 2]) : -1;
    bytes[length++] = low >= 0 ? high * 16 + low : byte;
    if (low >= 0) i += 2;
  }
  return bytes.slice(0, length);
}

function hexDigit(code: number | undefined): number {
  if (code === undefined) return -1;
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 70) return code - 55;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

/** A leading `\01` only tells the assembler to add no prefix; the linker sees the rest. */
export function linkerName(name: string): string {
  return name.length > 1 && name.charCodeAt(0) === 1 ? name.slice(1) : name;
}
