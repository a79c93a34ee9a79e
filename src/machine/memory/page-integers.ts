// Numbers as the bytes of a page, little-endian: plain JavaScript numbers wherever they fit.

import type { Page } from './page.js';
import { fromBigInt, type Integer, toUnsigned } from './value.js';

export function readInteger(page: Page, at: number, size: number, bits: number): Integer {
  const { view } = page;
  switch (size) {
    case 1:
      return bits === 8 ? page.bytes[at]! : page.bytes[at]! & (2 ** bits - 1);
    case 2:
      return bits === 16 ? view.getUint16(at, true) : view.getUint16(at, true) & (2 ** bits - 1);
    case 4:
      return bits === 32 ? view.getInt32(at, true) : view.getInt32(at, true) & (2 ** bits - 1);
    case 8: {
      // Most are safe integers and need no bigint.
      const number = view.getInt32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
      return bits === 64 && Number.isSafeInteger(number) ? number : fromBigInt(bits, view.getBigUint64(at, true));
    }
    default: {
      let value = 0n;
      for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(page.bytes[at + i]!);
      return fromBigInt(bits, value);
    }
  }
}

export function writeInteger(page: Page, at: number, size: number, value: Integer): void {
  const { view } = page;
  switch (size) {
    case 1:
      page.bytes[at] = Number(value);
      return;
    case 2:
      view.setUint16(at, Number(value), true);
      return;
    case 4:
      view.setInt32(at, Number(value), true);
      return;
    case 8:
      if (typeof value === 'number') {
        view.setInt32(at, value | 0, true);
        view.setInt32(at + 4, Math.floor(value / 2 ** 32), true);
      } else view.setBigUint64(at, toUnsigned(64, value), true);
      return;
    default: {
      let rest = toUnsigned(size * 8, value);
      for (let i = 0; i < size; i++, rest >>= 8n) page.bytes[at + i] = Number(rest & 255n);
    }
  }
}
