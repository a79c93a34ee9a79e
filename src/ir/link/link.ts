// Joins the modules of a program into one, as a linker does: names of one file stay its own, declarations meet
// definitions, weak and common symbols are resolved. Function bodies are shared with the given modules where no name in
// them changes.

import { type Diagnostic, errorAt, hasErrors, warningAt } from '../../base/diagnostic.js';
import { InternalError } from '../../base/internal-error.js';
import { type CheckLimits, everyNth, noLimits } from '../../base/limits.js';
import { failed, ok, type Result } from '../../base/result.js';
import { symbolAt } from '../alias.js';
import type { Alias, GlobalVariable, IrFunction, IrModule } from '../module.js';
import type { Constant } from '../value.js';
import { Renamer } from './link-rename.js';
import { resolve } from './link-resolve.js';
import { isLocal, type LinkSymbol, Strength, strengthOf, symbolsOf } from './link-symbol.js';

/** Symbols between two looks at the limits. */
const SYMBOLS = 16;

/**
 * A symbol that only its file knows keeps its name if no other symbol has it; else it gets the suffix `.u<unit>`.
 * Fails when two modules are for different targets or both define a symbol. One module is returned as it is.
 */
export function linkModules(modules: readonly IrModule[], checkLimits: CheckLimits = noLimits): Result<IrModule> {
  const [first] = modules;
  if (first === undefined) throw new InternalError('no modules to link');
  if (modules.length === 1) return ok(first);
  const diagnostics = checkTargets(first, modules);
  if (hasErrors(diagnostics)) return failed(...diagnostics);
  const program = new Linker(modules, diagnostics, everyNth(SYMBOLS, checkLimits)).link();
  return hasErrors(diagnostics) ? failed(...diagnostics) : ok(program, diagnostics);
}

function checkTargets(first: IrModule, modules: readonly IrModule[]): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const base = first.units[0]?.file ?? '';
  for (const module of modules.slice(1)) {
    const file = module.units[0]?.file ?? '';
    const place = { file, line: 0, column: 0 };
    const [architecture] = module.triple.split('-', 1);
    if (architecture !== first.triple.split('-', 1)[0]) {
      const message = `${file} is compiled for '${module.triple}', but ${base} for '${first.triple}'`;
      diagnostics.push(errorAt('link-target-mismatch', message, place));
    } else if (module.layout.text !== first.layout.text) {
      const detail = `${base}: ${first.layout.text}\n${file}: ${module.layout.text}`;
      const message = `${file} and ${base} lay out data differently`;
      diagnostics.push(errorAt('link-target-mismatch', message, place, detail));
    } else if (withoutVendor(module.triple) !== withoutVendor(first.triple)) {
      const message = `${file} is compiled for '${module.triple}', but ${base} for '${first.triple}'`;
      diagnostics.push(warningAt('link-target-mismatch', message, place));
    }
  }
  return diagnostics;
}

/** `x86_64-pc-linux-gnu` and `x86_64-unknown-linux-gnu` are one target. */
function withoutVendor(triple: string): string {
  return triple.split('-').toSpliced(1, 1).join('-');
}

class Linker {
  private readonly symbols: readonly (readonly LinkSymbol[])[];
  /** What stays for each name that files share. */
  private readonly winners = new Map<string, LinkSymbol>();
  private readonly taken = new Set<string>();
  private readonly firstUnit: readonly number[];

  private readonly globals = new Map<string, GlobalVariable>();
  private readonly functions = new Map<string, IrFunction>();
  private readonly aliases = new Map<string, Alias>();

  constructor(
    private readonly modules: readonly IrModule[],
    private readonly diagnostics: Diagnostic[],
    private readonly checkLimits: CheckLimits,
  ) {
    this.symbols = modules.map(symbolsOf);
    let units = 0;
    this.firstUnit = modules.map((module) => {
      units += module.units.length;
      return units - module.units.length;
    });
  }

  link(): IrModule {
    this.resolveShared();
    for (const position of this.modules.keys()) this.addModule(position);
    const [first] = this.modules as readonly [IrModule];
    return {
      triple: first.triple,
      layout: first.layout,
      units: this.modules.flatMap((module) => module.units),
      globals: this.globals,
      functions: this.functions,
      aliases: this.aliases,
      instructions: [],
      owners: [],
      assembly: this.modules.flatMap((module) => module.assembly),
      diagnostics: this.modules.flatMap((module) => module.diagnostics),
    };
  }

  private resolveShared(): void {
    const groups = new Map<string, LinkSymbol[]>();
    for (const symbol of this.symbols.flat()) {
      if (isLocal(symbol.value.linkage)) continue;
      const group = groups.get(symbol.name);
      if (group === undefined) groups.set(symbol.name, [symbol]);
      else group.push(symbol);
    }
    for (const [name, group] of groups) {
      this.taken.add(name);
      if (group[0]?.value.linkage !== 'appending') {
        this.winners.set(name, resolve(group, this.modules, this.diagnostics));
      }
    }
  }

  private addModule(position: number): void {
    const symbols = this.symbols[position] as readonly LinkSymbol[];
    const names = new Map<string, string>();
    for (const { name, value } of symbols) {
      if (!isLocal(value.linkage)) continue;
      if (this.taken.has(name)) names.set(name, this.freshName(name, position));
      else this.taken.add(name);
    }
    const renamer = new Renamer(names);
    const aliasRenamer = this.keepAliasTargets(position, names, renamer);
    for (const symbol of symbols) {
      this.checkLimits();
      const winner = this.winners.get(symbol.name);
      if (symbol.value.linkage === 'appending') this.append(symbol, renamer);
      else if (isLocal(symbol.value.linkage))
        this.add(symbol, names.get(symbol.name) ?? symbol.name, renamer, aliasRenamer);
      else if (winner?.module === position) this.add(winner, symbol.name, renamer, aliasRenamer);
    }
  }

  /**
   * An alias means the definition in its own file, also when the name of that one is taken by a stronger definition
   * elsewhere (`Default_Handler` of a vector table). Such overruled definitions stay, under another name, for the alias
   * alone.
   */
  private keepAliasTargets(position: number, names: ReadonlyMap<string, string>, renamer: Renamer): Renamer {
    const module = this.modules[position] as IrModule;
    const kept = new Map<string, string>();
    for (const alias of module.aliases.values()) {
      const isUsed = isLocal(alias.linkage) || this.winners.get(alias.name)?.module === position;
      const target = isUsed ? symbolAt(alias.target)?.name : undefined;
      if (target === undefined || names.has(target) || kept.has(target)) continue;
      const overruled = this.overruled(target, position);
      if (overruled === undefined) continue;
      const name = this.freshName(target, position);
      kept.set(target, name);
      const value = { ...overruled.value, linkage: 'internal' } as const;
      this.add({ ...overruled, value } as LinkSymbol, name, renamer, renamer);
    }
    return kept.size === 0 ? renamer : new Renamer(new Map([...names, ...kept]));
  }

  /** The definition of `name` in this module, if it is not the one that stays. */
  private overruled(name: string, position: number): LinkSymbol | undefined {
    const winner = this.winners.get(name);
    if (winner === undefined || winner.module === position) return undefined;
    const own = this.symbols[position]?.find((symbol) => symbol.name === name);
    return own !== undefined && strengthOf(own) > Strength.declaration ? own : undefined;
  }

  private add(symbol: LinkSymbol, name: string, renamer: Renamer, aliasRenamer: Renamer): void {
    const unit = (this.firstUnit[symbol.module] as number) + symbol.value.unit;
    switch (symbol.kind) {
      case 'variable': {
        const { initializer, ...variable } = symbol.value;
        const content = initializer === undefined ? {} : { initializer: renamer.constant(initializer) };
        this.globals.set(name, { ...variable, ...content, name, unit });
        break;
      }
      case 'function':
        this.functions.set(name, { ...symbol.value, name, unit, blocks: renamer.body(symbol.value) });
        break;
      case 'alias':
        this.aliases.set(name, { ...symbol.value, name, unit, target: aliasRenamer.constant(symbol.value.target) });
        break;
    }
  }

  /** `llvm.used`, `llvm.global_ctors`, …: one list of all modules' entries. */
  private append(symbol: LinkSymbol, renamer: Renamer): void {
    const before = this.globals.get(symbol.name);
    if (symbol.kind !== 'variable' || before === undefined) {
      this.add(symbol, symbol.name, renamer, renamer);
      return;
    }
    const added = symbol.value.initializer;
    const elements = [
      ...elementsOf(before.initializer),
      ...elementsOf(added === undefined ? added : renamer.constant(added)),
    ];
    if (before.type.kind !== 'array') throw new InternalError(`appending variable ${symbol.name} is no array`);
    const type = { ...before.type, length: elements.length };
    this.globals.set(symbol.name, { ...before, type, initializer: { kind: 'aggregate', type, elements } });
  }

  private freshName(name: string, position: number): string {
    const suffixed = `${name}.u${this.firstUnit[position]}`;
    let fresh = suffixed;
    for (let attempt = 2; this.taken.has(fresh); attempt++) fresh = `${suffixed}.${attempt}`;
    this.taken.add(fresh);
    return fresh;
  }
}

function elementsOf(constant: Constant | undefined): readonly Constant[] {
  return constant?.kind === 'aggregate' ? constant.elements : [];
}
