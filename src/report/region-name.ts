// Names for bytes: `uart.rx.buf[]`, `UCSR0B`, `device 0x40020000`.

import { accessPathPattern } from '../ir/access-path.js';
import type { Program, Region } from '../model/program.js';

/** Fields kept, indices as `[]`. */
export function regionName(program: Program, region: Region): string {
  const object = program.objects[region.object]!;
  if (object.kind === 'device' && object.symbol === '') return deviceName(program, region);
  if (object.type === undefined) return region.low === 0 && region.stride === 0 ? object.name : `${object.name} +${region.low}`;
  const size = Number.isFinite(region.size) ? region.size : Math.max(1, (object.size ?? 1) - region.low);
  const start = region.stride === 0 ? region.offset : region.low;
  return object.name + accessPathPattern(object.type, start, size, region.stride === 0 ? [] : [region.stride], { generic: true });
}

function deviceName(program: Program, region: Region): string {
  if (region.stride !== 0) return 'a device register';
  const address = region.offset;
  for (const register of program.platform.registers) {
    const length = register.kind === 'write-one' ? 4 * register.words : register.kind === 'priority' ? register.count : 1;
    if (address === register.address && length === 1) return register.name;
    if (address >= register.address && address < register.address + length) {
      const step = register.kind === 'priority' ? 1 : 4;
      return `${register.name}[${Math.floor((address - register.address) / step)}]`;
    }
  }
  return `0x${address.toString(16)}`;
}
