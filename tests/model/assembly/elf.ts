// What clang assembles, as bytes at address 0: one section of an object file, with the few relocations that LLVM leaves
// in AVR code. There is no linker in it, so none has to be installed.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function assembled(clang: string, flags: readonly string[], text: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'preempt-assembly-'));
  try {
    writeFileSync(join(folder, 'code.s'), text);
    execFileSync(clang, [...flags, '-c', 'code.s', '-o', 'code.o'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    return linked(readFileSync(join(folder, 'code.o')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Section {
  readonly name: string;
  readonly offset: number;
  readonly size: number;
}

function sectionsOf(elf: Buffer): readonly Section[] {
  const [table, count, names] = [elf.readUInt32LE(32), elf.readUInt16LE(48), elf.readUInt16LE(50)];
  const header = (n: number, field: number): number => elf.readUInt32LE(table + 40 * n + 4 * field);
  return Array.from({ length: count }, (_, n) => {
    const at = header(names, 4) + header(n, 0);
    return { name: elf.toString('latin1', at, elf.indexOf(0, at)), offset: header(n, 4), size: header(n, 5) };
  });
}

function linked(elf: Buffer): Buffer {
  const sections = sectionsOf(elf);
  const text = sections.find((s) => s.name === '.text')!;
  const code = Buffer.from(elf.subarray(text.offset, text.offset + text.size));
  const relocations = sections.find((s) => s.name === '.rela.text');
  const symbols = sections.find((s) => s.name === '.symtab')!;
  for (let at = 0; at < (relocations?.size ?? 0); at += 12) {
    const entry = relocations!.offset + at;
    const [place, info, addend] = [elf.readUInt32LE(entry), elf.readUInt32LE(entry + 4), elf.readInt32LE(entry + 8)];
    const value = elf.readUInt32LE(symbols.offset + 16 * (info >> 8) + 4) + addend;
    relocate(code, place, info & 0xff, value);
  }
  return code;
}

/** R_AVR_7_PCREL, R_AVR_13_PCREL and R_AVR_CALL. */
function relocate(code: Buffer, place: number, type: number, value: number): void {
  const words = (value - place - 2) >> 1;
  const before = code.readUInt16LE(place);
  if (type === 2) code.writeUInt16LE((before & 0xfc07) | ((words & 0x7f) << 3), place);
  else if (type === 3) code.writeUInt16LE((before & 0xf000) | (words & 0xfff), place);
  else if (type === 18) code.writeUInt16LE((value >> 1) & 0xffff, place + 2);
  else throw new Error(`relocation ${type}`);
}

/** Intel HEX, as simulators read it. */
export function hexOf(code: Buffer): string {
  const record = (type: number, address: number, data: Buffer): string => {
    const bytes = Buffer.from([data.length, (address >> 8) & 255, address & 255, type, ...data, 0]);
    bytes[bytes.length - 1] = -bytes.subarray(0, -1).reduce((sum, byte) => sum + byte, 0) & 255;
    return `:${bytes.toString('hex').toUpperCase()}`;
  };
  const lines: string[] = [];
  for (let at = 0; at < code.length; at += 16) {
    if (at % 0x10000 === 0) lines.push(record(2, 0, Buffer.from([((at >> 4) >> 8) & 255, (at >> 4) & 255])));
    lines.push(record(0, at & 0xffff, code.subarray(at, at + 16)));
  }
  return `${[...lines, record(1, 0, Buffer.alloc(0))].join('\n')}\n`;
}
