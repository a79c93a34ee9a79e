// Numbers as the bytes of a page, little-endian: plain JavaScript numbers wherever they fit.

import type { Page } from './page.js';
import { fromBigInt, type Integer, toUnsigned } from './value.js';

export function readInteger({ bytes }: Page, at: number, size: number, bits: number): Integer {
  switch (size) {
    case 1:
      return bits === 8 ? bytes[at]! : bytes[at]! & (2 ** bits - 1);
    case 2: {
      const number = bytes[at]! | (bytes[at + 1]! << 8);
      return bits === 16 ? number : number & (2 ** bits - 1);
    }
    case 4: {
      const number = word(bytes, at);
      return bits === 32 ? number : number & (2 ** bits - 1);
    }
    case 8: {
      // Most are safe integers and need no bigint.
      const number = word(bytes, at + 4) * 2 ** 32 + (word(bytes, at) >>> 0);
      if (bits === 64 && Number.isSafeInteger(number)) return number;
      return fromBigInt(bits, wide(bytes, at, size));
    }
    default:
      return fromBigInt(bits, wide(bytes, at, size));
  }
}

export function writeInteger({ bytes }: Page, at: number, size: number, value: Integer): void {
  switch (size) {
    case 1:
      bytes[at] = Number(value);
      return;
    case 2: {
      const number = Number(value);
      bytes[at] = number;
      bytes[at + 1] = number >> 8;
      return;
    }
    case 4:
      putWord(bytes, at, Number(value));
      return;
    case 8:
      if (typeof value === 'number') {
        putWord(bytes, at, value | 0);
        putWord(bytes, at + 4, Math.floor(value / 2 ** 32));
        return;
      }
  }
  let rest = toUnsigned(size * 8, value);
  for (let i = 0; i < size; i++, rest >>= 8n) bytes[at + i] = Number(rest & 255n);
}

function word(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}

function putWord(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >> 8;
  bytes[at + 2] = value >> 16;
  bytes[at + 3] = value >> 24;
}

function wide(bytes: Uint8Array, at: number, size: number): bigint {
  let value = 0n;
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[at + i]!);
  return value;
}
