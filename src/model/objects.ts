// The objects of a program as the analyses number them: globals, device registers, functions, and one object for each
// allocation site in each calling instance. Names are the ones that a reader of the source would use.

import type { Place } from '../base/diagnostic.js';
import type { Variable } from '../ir/debug/debug-info.js';
import type { Alloca, Instruction } from '../ir/instruction.js';
import type { GlobalVariable, IrFunction, IrModule } from '../ir/module.js';
import type { MemoryObject, ObjectId } from './program.js';

export class ObjectTable {
  readonly objects: MemoryObject[] = [];
  private readonly byKey = new Map<string, ObjectId>();

  constructor(
    private readonly module: IrModule,
    private readonly registers: ReadonlySet<string>,
    private readonly onNew: (object: MemoryObject) => void,
  ) {}

  /** All absolute addresses: device registers and whatever else is cast from a number. */
  device(): ObjectId {
    return this.once('device', { kind: 'device', name: 'device', symbol: '', size: undefined, constant: false });
  }

  /** Memory that nothing in the program tells about: extern pointers, results of unknown functions. */
  unknown(): ObjectId {
    return this.once('unknown', {
      kind: 'unknown',
      name: 'unknown memory',
      symbol: '',
      size: undefined,
      constant: false,
    });
  }

  function(name: string): ObjectId {
    return this.once(`function ${name}`, { kind: 'function', name, symbol: name, size: 1, constant: true });
  }

  global(global: GlobalVariable): ObjectId {
    const known = this.byKey.get(`global ${global.name}`);
    if (known !== undefined) return known;
    const variable = this.module.units[global.unit]?.debug.globalVariable(global.debug);
    const name = variable === undefined ? global.sourceName : nameOf(variable);
    return this.once(`global ${global.name}`, {
      kind: this.registers.has(global.name) ? 'device' : 'global',
      name,
      symbol: global.name,
      size: this.module.layout.allocationSize(global.type),
      constant: global.constant,
      ...described(variable),
    });
  }

  local(fn: IrFunction, instance: number, alloca: Alloca, variable: Variable | undefined): ObjectId {
    const count = alloca.count.kind === 'int' ? Number(alloca.count.value) : undefined;
    return this.once(`local ${instance} ${alloca.result.index}`, {
      kind: 'local',
      name: variable === undefined ? `a temporary of ${fn.sourceName}` : nameOf(variable),
      symbol: fn.name,
      size: count === undefined ? undefined : count * this.module.layout.allocationSize(alloca.allocated),
      constant: false,
      site: alloca,
      ...described(variable),
    });
  }

  heap(
    fn: IrFunction,
    instance: number,
    site: Instruction,
    allocator: string,
    size: number | undefined,
    place: Place | undefined,
  ): ObjectId {
    const where =
      place === undefined ? fn.sourceName : `${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line}`;
    return this.once(`heap ${instance} ${this.siteNumber(site)}`, {
      kind: 'heap',
      name: `${allocator} at ${where}`,
      symbol: fn.name,
      size,
      constant: false,
      site,
      ...(place === undefined ? {} : { place }),
    });
  }

  /** Arguments after the last named parameter, of one calling instance. */
  variadic(fn: IrFunction, instance: number): ObjectId {
    return this.once(`variadic ${instance}`, {
      kind: 'local',
      name: `the variable arguments of ${fn.sourceName}`,
      symbol: fn.name,
      size: undefined,
      constant: false,
    });
  }

  size(object: ObjectId): number | undefined {
    return this.objects[object]!.size;
  }

  private readonly sites = new Map<Instruction, number>();

  private siteNumber(site: Instruction): number {
    let number = this.sites.get(site);
    if (number === undefined) {
      number = this.sites.size;
      this.sites.set(site, number);
    }
    return number;
  }

  private once(key: string, description: Omit<MemoryObject, 'id'>): ObjectId {
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const object = { id: this.objects.length as ObjectId, ...description };
    this.objects.push(object);
    this.byKey.set(key, object.id);
    this.onNew(object);
    return object.id;
  }
}

function nameOf(variable: Variable): string {
  return variable.function === undefined ? variable.name : `${variable.function}.${variable.name}`;
}

function described(variable: Variable | undefined): Pick<MemoryObject, 'type' | 'place'> {
  return variable === undefined ? {} : { type: variable.type, place: variable.place };
}
