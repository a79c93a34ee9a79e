// Device registers by their addresses: what the platform knows of one, what it is called, and whether contexts share
// it like memory.

import type { Platform } from './platform.js';

export type PlatformRegister = Platform['registers'][number];

/** Bytes from its address on. */
export function registerLength(register: PlatformRegister): number {
  switch (register.kind) {
    case 'write-one':
      return 4 * register.words;
    case 'priority':
      return register.count;
    default:
      return 1;
  }
}

/** The register that holds the byte at an absolute address, if the platform knows it. */
export function registerAt(platform: Platform, address: number): PlatformRegister | undefined {
  return platform.registers.find((r) => address >= r.address && address < r.address + registerLength(r));
}

/** `UCSR0B`, `NVIC->IP[3]`, `OCR1A` for the two bytes `OCR1AL` and `OCR1AH`; else `*(0x4000440c)`. */
export function registerName(platform: Platform, address: number, size = 1): string {
  const register = registerAt(platform, address);
  if (register === undefined) return `*(0x${address.toString(16)})`;
  const { name } = register;
  if (size === 2 && name.endsWith('L') && registerAt(platform, address + 1)?.name === name.replace(/L$/, 'H'))
    return name.slice(0, -1);
  if (registerLength(register) === 1) return name;
  return `${name}[${Math.floor((address - register.address) / (register.kind === 'priority' ? 1 : 4))}]`;
}

/**
 * Does it hold what is written to it, or what a device puts there? A mask belongs to whoever runs; where a one that is
 * written acts, and a zero does nothing, no write undoes another.
 */
export function isShareable(register: PlatformRegister | undefined): boolean {
  return register?.kind !== 'mask' && register?.kind !== 'write-one' && register?.kind !== 'pend';
}
