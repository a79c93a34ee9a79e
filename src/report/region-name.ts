// Names for bytes: `uart.rx.buf[]`, `UCSR0B`, `*(0x40020000)`.

import { accessPathPattern } from '../ir/debug/access-path.js';
import type { Program, Region } from '../model/program.js';
import { registerName } from '../model/registers.js';

/** Fields kept, indices as `[]`. */
export function regionName(program: Program, region: Region): string {
  const object = program.objects[region.object]!;
  if (object.kind === 'device' && object.symbol === '') return deviceName(program, region);
  if (object.type === undefined)
    return region.low === 0 && region.stride === 0 ? object.name : `${object.name} +${region.low}`;
  const size = Number.isFinite(region.size) ? region.size : Math.max(1, (object.size ?? 1) - region.low);
  const start = region.stride === 0 ? region.offset : region.low;
  return (
    object.name +
    accessPathPattern(object.type, start, size, region.stride === 0 ? [] : [region.stride], { generic: true })
  );
}

function deviceName(program: Program, region: Region): string {
  if (region.stride !== 0) return 'a device register';
  return registerName(program.platform, region.offset, region.size);
}
