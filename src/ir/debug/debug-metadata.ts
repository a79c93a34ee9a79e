// Debug metadata of one translation unit: positions, functions and variables, read when first asked for and remembered.
// A place's file is the absolute, normalised path where metadata tells it (directory joined with filename): the one
// name that is the same from wherever clang ran. Showing it relative to something is the report's business. What is
// missing or damaged in the metadata gives undefined or an unnamed thing; nothing here throws.

import type { Place } from '../../base/diagnostic.js';
import { pathIn } from '../../base/path.js';
import type { DebugInfo, Location, SourceType, Subprogram, Variable } from './debug-info.js';
import { macroNumber, readMacros } from './macros.js';
import type { MetadataIndex } from './metadata-index.js';
import type { MetadataNode } from './metadata-node.js';
import { MetadataReader } from './metadata-reader.js';
import { SourceTypeReader } from './source-type-reader.js';

/** What a position has room for in LLVM. */
const MAX_LINE = 2 ** 32 - 1;
const MAX_COLUMN = 2 ** 16 - 1;

/** `file` stands in for positions whose file the metadata does not name. */
export function readDebugInfo(index: MetadataIndex, file: string): DebugInfo {
  return new MetadataDebugInfo(new MetadataReader(index), file);
}

class MetadataDebugInfo implements DebugInfo {
  private readonly types: SourceTypeReader;
  private readonly locations = new Map<number, Location | undefined>();
  private readonly subprograms = new Map<number, Subprogram | undefined>();
  private readonly variables = new Map<number, Variable | undefined>();
  private readonly globals = new Map<number, Variable | undefined>();
  private readonly files = new Map<number, string | undefined>();
  private readonly scopes = new Map<number, Scope>();
  private enumerators: ReadonlyMap<string, number> | undefined;
  private macros: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly metadata: MetadataReader,
    private readonly unitFile: string,
  ) {
    this.types = new SourceTypeReader(metadata);
  }

  location(id: number): Location | undefined {
    // The outermost first: a chain of inlining may be longer than the stack is deep.
    const chain: { readonly id: number; readonly node: MetadataNode }[] = [];
    for (let at = id; !this.locations.has(at); ) {
      this.locations.set(at, undefined);
      const node = this.metadata.node(at);
      if (node?.name !== 'DILocation') break;
      chain.push({ id: at, node });
      at = this.metadata.reference(node, 'inlinedAt');
    }
    for (const { id: at, node } of chain.reverse()) this.locations.set(at, this.readLocation(node));
    return this.locations.get(id);
  }

  /** What it is inlined at has been read. */
  private readLocation(node: MetadataNode): Location | undefined {
    const line = this.number(node, 'line', MAX_LINE);
    if (line === 0) return undefined;
    const scope = this.scope(this.metadata.reference(node, 'scope'));
    const place = { file: scope.file ?? this.unitFile, line, column: this.number(node, 'column', MAX_COLUMN) };
    const inlinedAt = this.locations.get(this.metadata.reference(node, 'inlinedAt'));
    return { place, function: scope.function ?? '', ...(inlinedAt === undefined ? {} : { inlinedAt }) };
  }

  subprogram(id: number): Subprogram | undefined {
    return remember(this.subprograms, id, () => {
      const node = this.metadata.node(id);
      if (node?.name !== 'DISubprogram') return undefined;
      const name = nameOf(this.metadata, node);
      return { name, place: this.declaredAt(id), returns: () => this.returned(node) };
    });
  }

  /** The first type of a DISubroutineType; what is not there is `void`. */
  private returned(subprogram: MetadataNode): SourceType {
    const type = this.metadata.node(this.metadata.reference(subprogram, 'type'));
    const [first = -1] = type === undefined ? [] : this.metadata.tuple(this.metadata.reference(type, 'types'));
    return this.types.read(first);
  }

  globalVariable(id: number): Variable | undefined {
    return remember(this.globals, id, () => {
      const node = this.metadata.node(id);
      const isWrapped = node?.name === 'DIGlobalVariableExpression';
      return this.variable(isWrapped ? this.metadata.reference(node, 'var') : id, 'DIGlobalVariable');
    });
  }

  localVariable(id: number): Variable | undefined {
    return this.variable(id, 'DILocalVariable');
  }

  enumerator(name: string): number | undefined {
    this.enumerators ??= this.readEnumerators();
    return this.enumerators.get(name);
  }

  macro(name: string): number | undefined {
    this.macros ??= readMacros(this.metadata);
    return macroNumber(this.macros, name);
  }

  /** The compile unit lists the enumerations whose constants or types are used. */
  private readEnumerators(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const unit of this.metadata.named('llvm.dbg.cu')) {
      const node = this.metadata.node(unit);
      if (node === undefined) continue;
      for (const type of this.metadata.tuple(this.metadata.reference(node, 'enums'))) {
        const enumeration = this.metadata.node(type);
        if (enumeration === undefined) continue;
        for (const element of this.metadata.tuple(this.metadata.reference(enumeration, 'elements'))) {
          const constant = this.metadata.node(element);
          const value = constant === undefined ? undefined : this.metadata.integer(constant, 'value');
          if (constant !== undefined && value !== undefined) found.set(this.metadata.text(constant, 'name'), value);
        }
      }
    }
    return found;
  }

  /** String literals and other unnamed variables count as having none. */
  private variable(id: number, kind: 'DIGlobalVariable' | 'DILocalVariable'): Variable | undefined {
    return remember(this.variables, id, () => {
      const node = this.metadata.node(id);
      if (node?.name !== kind) return undefined;
      const name = nameOf(this.metadata, node);
      if (name === '') return undefined;
      const owner = this.scope(this.metadata.reference(node, 'scope')).function;
      return {
        name,
        place: this.declaredAt(id),
        ...(owner === undefined ? {} : { function: owner }),
        type: this.types.read(this.metadata.reference(node, 'type')),
      };
    });
  }

  private declaredAt(id: number): Place {
    const node = this.metadata.node(id);
    const line = node === undefined ? 0 : this.number(node, 'line', MAX_LINE);
    return { file: this.scope(id).file ?? this.unitFile, line, column: 0 };
  }

  /** 0: none. So is one that LLVM has no room for; where it is beyond 2^53, counting lines would not even leave it. */
  private number(node: MetadataNode, field: 'line' | 'column', max: number): number {
    const written = this.metadata.integer(node, field) ?? 0;
    return written >= 0 && written <= max ? written : 0;
  }

  /**
   * The file of a scope and the function around it. Lexical blocks lead outwards to their function; the file is the
   * innermost one that is named, since a block may come from another file than its function (an included body).
   * Blocks nest as deep as an `else if` chain is long, so this climbs in a loop; damaged ones may enclose each other.
   */
  private scope(id: number): Scope {
    const inner: { readonly id: number; readonly file: string | undefined }[] = [];
    const seen = new Set<number>();
    let scope: Scope | undefined;
    for (let at = id; scope === undefined; ) {
      scope = this.scopes.get(at);
      if (scope !== undefined) break;
      const node = this.metadata.node(at);
      if (node === undefined || seen.has(at)) {
        scope = {};
        break;
      }
      const file = this.file(node.name === 'DIFile' ? at : this.metadata.reference(node, 'file'));
      if (hasEnclosingFunction.has(node.name)) {
        inner.push({ id: at, file });
        seen.add(at);
        at = this.metadata.reference(node, 'scope');
      } else {
        const name = node.name === 'DISubprogram' ? nameOf(this.metadata, node) : undefined;
        scope = { ...(file === undefined ? {} : { file }), ...(name === undefined ? {} : { function: name }) };
        this.scopes.set(at, scope);
      }
    }
    for (const block of inner.reverse()) {
      if (block.file !== undefined && block.file !== scope.file) scope = { ...scope, file: block.file };
      this.scopes.set(block.id, scope);
    }
    return scope;
  }

  private file(id: number): string | undefined {
    return remember(this.files, id, () => {
      const node = this.metadata.node(id);
      if (node?.name !== 'DIFile') return undefined;
      return fullPath(this.metadata.text(node, 'directory'), this.metadata.text(node, 'filename'));
    });
  }
}

interface Scope {
  readonly file?: string;
  readonly function?: string;
}

const hasEnclosingFunction: ReadonlySet<string> = new Set([
  'DILexicalBlock',
  'DILexicalBlockFile',
  'DILocalVariable',
  'DIGlobalVariable',
]);

/** Names such as `<stdin>` and `<unknown>` are no paths. */
function fullPath(directory: string, filename: string): string | undefined {
  if (filename === '' || filename === '<unknown>') return undefined;
  if (filename.startsWith('<')) return filename;
  return pathIn(directory, filename);
}

function nameOf(metadata: MetadataReader, node: MetadataNode): string {
  return metadata.text(node, 'name') || metadata.text(node, 'linkageName');
}

/** The entry is made before `compute` runs, so that damaged metadata that refers to itself ends. */
function remember<T>(memo: Map<number, T | undefined>, id: number, compute: () => T | undefined): T | undefined {
  if (memo.has(id)) return memo.get(id);
  memo.set(id, undefined);
  const value = compute();
  memo.set(id, value);
  return value;
}
