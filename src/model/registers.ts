// Device registers by their addresses: what the platform knows of one, what it is called, and whether contexts share
// it like memory.

import type { Platform } from './platform.js';

export type PlatformRegister = Platform['registers'][number];

/** At an address that the pack knows. */
export type AbsoluteRegister = Exclude<PlatformRegister, { readonly kind: 'symbol-flags' }>;

/** The bits of it that are own flags, with their irqs. */
export function flagBits(register: PlatformRegister | undefined): readonly (readonly [bit: number, irq: number])[] {
  if (register?.kind !== 'flags' && register?.kind !== 'symbol-flags') return [];
  return Object.entries(register.bits).flatMap(([bit, irqs]) =>
    [irqs].flat().flatMap((irq) => (typeof irq === 'number' ? [[Number(bit), irq] as const] : [])),
  );
}

/** Bits that read back what was written to them. */
export function rememberedBits(register: PlatformRegister | undefined): number {
  return flagBits(register).reduce((mask, [bit]) => mask | (1 << bit), 0);
}

/** The register that the linker places under this name, if the platform knows it. */
export function registerOfSymbol({ registers }: Platform, symbol: string): PlatformRegister | undefined {
  return registers.find((r) => r.kind === 'symbol-flags' && r.name === symbol);
}

/** Is it enabled by more than one bit? Then one that is cleared does not keep it out. */
export function hasSeveralFlags({ registers }: Platform, irq: number): boolean {
  return registers.flatMap(flagBits).filter(([, of]) => of === irq).length > 1;
}

/** Bytes from its address on. */
export function registerLength(register: AbsoluteRegister): number {
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
export function registerAt(platform: Platform, address: number): AbsoluteRegister | undefined {
  return platform.registers
    .filter((r) => r.kind !== 'symbol-flags')
    .find((r) => address >= r.address && address < r.address + registerLength(r));
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
