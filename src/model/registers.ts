// Device registers by their addresses: what the platform knows of one, what it is called, and whether contexts share
// it like memory. All machines here are little-endian: bit 8·n of a register is bit 0 of its byte n.

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

/** A bit of an access that interrupts depend on. */
interface ActingBit {
  /** In what is written or read. */
  readonly bit: number;
  /** In the register. */
  readonly of: number;
  /** Of the global mask: nobody's, −1. */
  readonly irq: number;
}

/** Those of an access that begins `offset` bytes behind the register's start, or before it. */
export function actingBits(register: PlatformRegister, offset: number, bytes: number): readonly ActingBit[] {
  const [from, to] = [8 * offset, 8 * (offset + bytes)];
  const met = (of: number, irq: number): readonly ActingBit[] =>
    of >= from && of < to ? [{ bit: of - from, of, irq }] : [];
  switch (register.kind) {
    case 'mask':
      return met(register.bit, -1);
    case 'flags':
    case 'symbol-flags':
      return flagBits(register).flatMap(([of, irq]) => met(of, irq));
    case 'pend':
      return Object.entries(register.bits).flatMap(([of, irq]) => met(Number(of), irq));
    case 'write-one': {
      const first = Math.max(0, from);
      const behind = Math.min(to, 32 * register.words);
      return Array.from({ length: Math.max(0, behind - first) }, (_, n) => met(first + n, first + n)).flat();
    }
    case 'pend-number':
    case 'priority':
    case 'priority-group':
    case 'plain':
      return [];
  }
}

interface PriorityByte {
  /** In what is written. */
  readonly byte: number;
  /** In the bank. */
  readonly element: number;
  readonly irq: number;
}

/** The priorities under an access that begins `offset` bytes behind the start of the bank, or before it. */
export function prioritiesMet(
  { count, firstIrq }: Extract<PlatformRegister, { readonly kind: 'priority' }>,
  offset: number,
  bytes: number,
): readonly PriorityByte[] {
  return Array.from({ length: bytes }, (_, byte) => byte).flatMap((byte) => {
    const element = offset + byte;
    return element >= 0 && element < count ? [{ byte, element, irq: firstIrq + element }] : [];
  });
}

/** The register that the linker places under this name, if the platform knows it. */
export function registerOfSymbol({ registers }: Platform, symbol: string): PlatformRegister | undefined {
  return registers.find((r) => r.kind === 'symbol-flags' && r.name === symbol);
}

/** Is it enabled by more than one bit? Then one that is cleared does not keep it out. */
export function hasSeveralFlags({ registers }: Platform, irq: number): boolean {
  return registers.flatMap(flagBits).filter(([, of]) => of === irq).length > 1;
}

/** Bytes from its start on in which something is that interrupts depend on; 1 where nothing is. */
export function registerBytes(register: PlatformRegister): number {
  const upTo = (bits: readonly number[]): number => 1 + (Math.max(0, ...bits) >> 3);
  switch (register.kind) {
    case 'mask':
      return upTo([register.bit]);
    case 'flags':
    case 'symbol-flags':
    case 'pend':
      return upTo(Object.keys(register.bits).map(Number));
    case 'write-one':
      return 4 * register.words;
    case 'priority':
      return register.count;
    case 'priority-group':
      return 4;
    case 'pend-number':
    case 'plain':
      return 1;
  }
}

/** The registers of which the platform knows something under the bytes of an access at an absolute address. */
export function registersMet({ registers }: Platform, address: number, bytes: number): readonly AbsoluteRegister[] {
  return registers
    .filter((r) => r.kind !== 'symbol-flags')
    .filter((r) => address < r.address + registerBytes(r) && r.address < address + bytes);
}

/** The register that holds the byte at an absolute address, if the platform knows it. */
export function registerAt(platform: Platform, address: number): AbsoluteRegister | undefined {
  return registersMet(platform, address, 1)[0];
}

/** `UCSR0B`, `NVIC->IP[3]`, `OCR1A` for the two bytes `OCR1AL` and `OCR1AH`; else `*(0x4000440c)`. */
export function registerName(platform: Platform, address: number, size = 1): string {
  const register = registerAt(platform, address);
  if (register === undefined) return `*(0x${address.toString(16)})`;
  const { name } = register;
  if (size === 2 && name.endsWith('L') && registerAt(platform, address + 1)?.name === name.replace(/L$/, 'H'))
    return name.slice(0, -1);
  if (register.kind !== 'write-one' && register.kind !== 'priority') return name;
  return `${name}[${Math.floor((address - register.address) / (register.kind === 'priority' ? 1 : 4))}]`;
}

/**
 * Does it hold what is written to it, or what a device puts there? A mask belongs to whoever runs; where a one that is
 * written acts, and a zero does nothing, no write undoes another.
 */
export function isShareable(register: PlatformRegister | undefined): boolean {
  switch (register?.kind) {
    case 'mask':
    case 'write-one':
    case 'pend':
    case 'pend-number':
    case 'priority-group':
      return false;
    default:
      return true;
  }
}
