// Vectors and registers differ from device to device of a family. clang's name of the device (`-mmcu`) is in what it
// compiles: where a pack has a variant for it, that is what counts. Taken for another device, a write to some register
// would switch off a handler that has nothing to do with it, and what it does would never be seen.

import type { IrModule } from '../ir/module.js';
import type { Platform } from './platform.js';

/** The platform as the device has it that the program was compiled for. */
export function forDevice(module: IrModule, platform: Platform): Platform {
  if (platform.variants.length === 0) return platform;
  const devices = new Set([...module.functions.values()].map((f) => f.attributes.get('target-cpu') ?? ''));
  const variant = platform.variants.find(({ device }) => [...devices].some((d) => new RegExp(device).test(d)));
  if (variant === undefined) return platform;
  const { title, vectors, registers, inPlace } = variant;
  return { ...platform, title, vectors, registers, inPlace, variants: [] };
}
