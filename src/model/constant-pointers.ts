// Pointers that constants hold: addresses of globals and functions, device registers, and what initialisers put into
// memory.

import type { IrModule } from '../ir/module.js';
import type { Constant } from '../ir/value.js';
import { applyStep, constantStep } from './address-arithmetic.js';
import type { ObjectTable } from './objects.js';
import type { Node, PointerConstraints } from './pointer-constraints.js';
import type { ObjectId } from './program.js';
import { type AbstractPointer, anywhere, exactPointer, pointerKey, regionAt } from './region.js';

export class ConstantPointers {
  private readonly nodes = new Map<Constant, Node | undefined>();
  /** By the pointers that they hold. */
  private readonly alike = new Map<string, Node>();
  /** Globals whose contents are not yet constrained: a queue, since initialisers can form long chains. */
  private readonly uninitialised: [ObjectId, Constant | undefined][] = [];

  constructor(
    private readonly module: IrModule,
    private readonly graph: PointerConstraints,
    private readonly table: ObjectTable,
    private readonly pointerBytes: number,
    /** Positions inside of objects do not count. */
    private readonly isByObject = false,
  ) {}

  /** The node of a constant; undefined for those that never hold a pointer. */
  node(constant: Constant): Node | undefined {
    if (
      constant.kind === 'int' ||
      constant.kind === 'float' ||
      constant.kind === 'null' ||
      constant.kind === 'metadata'
    )
      return undefined;
    const known = this.nodes.get(constant);
    if (known !== undefined || this.nodes.has(constant)) return known;
    const pointers = this.pointersOf(constant);
    const node = pointers.length === 0 ? undefined : this.holding(pointers);
    this.nodes.set(constant, node);
    return node;
  }

  private holding(pointers: readonly AbstractPointer[]): Node {
    const keyOf = (p: AbstractPointer): string =>
      this.isByObject && this.table.objects[p.object]!.kind !== 'device' ? String(p.object) : pointerKey(p);
    const key = pointers.map(keyOf).join();
    const known = this.alike.get(key);
    if (known !== undefined) return known;
    const node = this.graph.addNode();
    this.alike.set(key, node);
    for (const pointer of pointers) this.graph.add(node, pointer);
    return node;
  }

  /** Solves, with the contents of every global that was met on the way. True when that costs more than `most`. */
  solve(most = Number.POSITIVE_INFINITY): boolean {
    do {
      for (let next = this.uninitialised.pop(); next !== undefined; next = this.uninitialised.pop())
        this.initialise(next[0], next[1], 0);
      if (this.graph.solve(most)) return true;
    } while (this.uninitialised.length > 0);
    return false;
  }

  unknownPointer(): AbstractPointer {
    return anywhere(this.table.unknown(), undefined);
  }

  devicePointer(address: bigint): AbstractPointer {
    return exactPointer(this.table.device(), Number(address), undefined);
  }

  private pointersOf(constant: Constant): AbstractPointer[] {
    switch (constant.kind) {
      case 'global':
        return this.globalPointers(constant.name);
      case 'aggregate':
        return constant.elements.flatMap((e) => this.pointersOf(e));
      case 'expression':
        if (constant.op === 'getelementptr') {
          const step = constantStep(constant);
          return this.pointersOf(constant.base).map((p) =>
            applyStep(this.module.layout, step, p, this.table.size(p.object)),
          );
        }
        if ('value' in constant) {
          if (constant.op === 'inttoptr' && constant.value.kind === 'int')
            return [this.devicePointer(constant.value.value)];
          return this.pointersOf(constant.value);
        }
        return ('left' in constant ? [constant.left, constant.right] : constant.operands)
          .flatMap((c) => this.pointersOf(c))
          .map((p) => anywhere(p.object, this.table.size(p.object)));
      default:
        return [];
    }
  }

  private globalPointers(name: string): AbstractPointer[] {
    if (this.module.functions.has(name)) return [exactPointer(this.table.function(name), 0, 1)];
    const alias = this.module.aliases.get(name);
    if (alias !== undefined) return this.pointersOf(alias.target);
    const global = this.module.globals.get(name);
    if (global === undefined) return [];
    const before = this.table.objects.length;
    const object = this.table.global(global);
    if (object === before) this.uninitialised.push([object, global.initializer]);
    return [exactPointer(object, 0, this.table.size(object))];
  }

  private initialise(object: ObjectId, initializer: Constant | undefined, offset: number): void {
    const size = this.table.size(object);
    if (initializer === undefined) {
      this.graph.add(
        this.graph.cell(object, regionAt(anywhere(object, size), this.pointerBytes, size)),
        this.unknownPointer(),
      );
      return;
    }
    const { layout } = this.module;
    if (initializer.kind === 'aggregate') {
      const { type, elements } = initializer;
      elements.forEach((element, n) => {
        const at =
          type.kind === 'struct'
            ? layout.fieldOffset(type, n)
            : type.kind === 'array' || type.kind === 'vector'
              ? n * layout.allocationSize(type.element)
              : 0;
        this.initialise(object, element, offset + at);
      });
      return;
    }
    if (initializer.kind !== 'global' && initializer.kind !== 'expression') return;
    for (const pointer of this.pointersOf(initializer)) {
      const region = regionAt(exactPointer(object, offset, size), layout.storeSize(initializer.type), size);
      this.graph.add(this.graph.cell(object, region), pointer);
    }
  }
}
