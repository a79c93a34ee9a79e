// LLVM IR text → typed module with one unit. The outline is found first; then types and attribute groups, the headers
// of all functions, globals and bodies are read. What is not understood inside a function becomes a problem of that
// function; outside of functions it becomes a diagnostic of the module. No input makes this throw or take more than
// linear time.

import { type Diagnostic, errorAt, noteAt, type Place } from '../../base/diagnostic.js';
import { type CheckLimits, everyNth, noLimits } from '../../base/limits.js';
import { failed, ok, type Result } from '../../base/result.js';
import type { DebugInfo } from '../debug/debug-info.js';
import { readDebugInfo } from '../debug/debug-metadata.js';
import { parseDataLayout } from '../layout.js';
import type { Alias, GlobalVariable, IrFunction, IrModule } from '../module.js';
import { TypeTable } from '../type-table.js';
import { Lexer, ParseFailure } from './lexer.js';
import { LineIndex } from './line-index.js';
import { type FunctionPlace, type Outline, readOutline } from './outline.js';
import { noAttributes, parseAttributeGroup } from './parse-attribute.js';
import { type ParsedBody, parseBody } from './parse-body.js';
import { ParseContext } from './parse-context.js';
import { parseGlobal } from './parse-global.js';
import { type FunctionHeader, parseHeader } from './parse-header.js';
import { instructionParsers } from './parse-instruction.js';
import { namedType } from './parse-type.js';
import { Char, indexBefore } from './text-scan.js';
import type { WrittenPlaces } from './written-places.js';

/**
 * `file` is the source that the text was made from, or the text's own name; `hash`: of the text; `places`: to be
 * filled.
 */
export function parseModule(
  text: string,
  file: string,
  types: TypeTable = new TypeTable(),
  hash = '',
  checkLimits: CheckLimits = noLimits,
  places?: WrittenPlaces,
): Result<IrModule> {
  checkLimits();
  const outline = readOutline(text);
  const lines = new LineIndex(text, file);
  if (outline.entities === 0) {
    const first = outline.failures[0];
    const where = first === undefined ? { file, line: 0, column: 0 } : lines.place(first.position);
    return failed(errorAt('not-llvm-ir', first === undefined ? 'the file is empty' : 'this is not LLVM IR', where));
  }
  checkLimits();
  const check = everyNth(STEPS, checkLimits);
  return new ModuleParser(text, file, hash, types, outline, lines, check, places).read();
}

/** Instructions, or elements of constants, between two looks at the limits. */
const STEPS = 1024;

/** Problems outside of functions beyond these are only counted. */
const mostDiagnostics = 50;

/** Opcodes become the strings of the contract, and `op === 'load'` a comparison of pointers. */
const vocabulary = [...instructionParsers.keys()];

class ModuleParser {
  readonly #c: ParseContext;
  readonly #debug: DebugInfo;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #globals = new Map<string, GlobalVariable>();
  readonly #functions = new Map<string, IrFunction>();
  readonly #aliases = new Map<string, Alias>();
  /** Names of entities that could not be read: their uses are not reported once more. */
  readonly #broken = new Set<string>();
  #unsupported: ParseFailure | undefined;
  #reported = 0;

  constructor(
    readonly text: string,
    readonly file: string,
    readonly hash: string,
    types: TypeTable,
    readonly outline: Outline,
    readonly lines: LineIndex,
    checkLimits: CheckLimits,
    places: WrittenPlaces | undefined,
  ) {
    const { metadata } = outline;
    const layout = parseDataLayout(outline.layout);
    this.#c = new ParseContext(new Lexer(text, vocabulary), types, layout, metadata, checkLimits, places);
    if (places !== undefined) places.metadata = metadata;
    this.#debug = readDebugInfo(metadata, file);
  }

  read(): Result<IrModule> {
    const { outline } = this;
    for (const failure of outline.failures) this.#report(failure);
    for (const { name, at } of outline.types) this.#c.namedTypes.set(name, at);
    for (const { name, at } of outline.types) this.#entity(at, at, () => namedType(this.#c, name));
    for (const { start, end } of outline.attributeGroups) this.#entity(start, end, () => parseAttributeGroup(this.#c));
    const headers = outline.functions.map((place) => this.#header(place));
    for (const { start, end } of outline.globals) this.#global(start, end);
    for (const header of headers) {
      if (header !== undefined && this.#unsupported === undefined) this.#function(header);
    }
    if (this.#unsupported !== undefined) return failed(this.#diagnostic(this.#unsupported));
    this.#checkReferences();
    this.#checkMetadata();
    const { triple, assembly } = outline;
    const diagnostics = this.#diagnostics;
    const unsaid = this.#reported - diagnostics.length;
    if (unsaid > 0) diagnostics.push(noteAt('ir-more-problems', `${unsaid} more problems in ${this.file}`));
    const module: IrModule = {
      triple,
      layout: this.#c.layout,
      units: [{ file: this.file, hash: this.hash, debug: this.#debug }],
      globals: this.#globals,
      functions: this.#functions,
      aliases: this.#aliases,
      instructions: [],
      owners: [],
      assembly,
      diagnostics,
    };
    return ok(module, diagnostics);
  }

  /** Reads one entity; undefined if that failed, which is reported unless `onFailure` takes it. */
  #entity<T>(start: number, end: number, read: () => T, onFailure?: (failure: ParseFailure) => void): T | undefined {
    const { lexer } = this.#c;
    lexer.pos = start;
    lexer.limit = end;
    this.#c.reset();
    try {
      return read();
    } catch (failure) {
      if (!(failure instanceof ParseFailure)) throw failure;
      if (failure.code === 'ir-unsupported-version') this.#unsupported ??= failure;
      if (onFailure === undefined) this.#report(failure);
      else onFailure(failure);
      return undefined;
    }
  }

  #header({ start, end, hasBody }: FunctionPlace): FunctionHeader | undefined {
    const { lexer } = this.#c;
    const read = (): FunctionHeader => {
      lexer.word();
      return parseHeader(this.#c, start, hasBody);
    };
    const header = this.#entity(start, end, read, (failure) => this.#brokenFunction(start, end, failure));
    if (header !== undefined) this.#c.functionAttributes.set(header.name, header.attributes);
    return header;
  }

  /** Keeps what can be known of a function whose header was not understood: its name and that it has a problem. */
  #brokenFunction(start: number, end: number, failure: ParseFailure): void {
    const at = indexBefore(this.text, Char.at, start, end);
    const name = at < 0 ? undefined : this.#entity(at, end, () => this.#c.lexer.nameAfter(Char.at));
    if (name === undefined || this.#functions.has(name)) {
      this.#report(failure);
      return;
    }
    this.#functions.set(name, {
      name,
      sourceName: name,
      unit: 0,
      linkage: 'external',
      type: this.#c.types.function(this.#c.types.void, [], true),
      addressSpace: this.#c.layout.programAddressSpace,
      attributes: noAttributes,
      parameters: [],
      registerCount: 0,
      blocks: [],
      debug: -1,
      problems: [this.#diagnostic(failure, name)],
    });
  }

  #global(start: number, end: number): void {
    const { lexer } = this.#c;
    const parsed = this.#entity(
      start,
      end,
      () => parseGlobal(this.#c),
      (failure) => {
        this.#report(failure);
        const name = this.#entity(start, end, () => lexer.nameAfter(Char.at));
        if (name !== undefined) this.#broken.add(name);
      },
    );
    if (parsed === undefined) return;
    if (parsed.kind === 'alias') this.#define(this.#aliases, parsed.alias, start);
    else this.#define(this.#globals, parsed.variable, start);
  }

  #define<T extends { readonly name: string }>(map: Map<string, T>, entity: T, position: number): void {
    const { name } = entity;
    if (this.#globals.has(name) || this.#functions.has(name) || this.#aliases.has(name)) {
      this.#report(new ParseFailure('ir-redefinition', `@${name} is defined twice`, position));
      return;
    }
    map.set(name, entity);
    this.#c.places?.entities.set(name, position);
  }

  #function(header: FunctionHeader): void {
    const { name, position, limit } = header;
    const { places } = this.#c;
    const uses = places?.uses.length ?? 0;
    const body = this.#entity(position, limit, () => parseBody(this.#c, header));
    if (body === undefined) return;
    // Where a body is not understood, its definitions are not known.
    if (places !== undefined && body.failures.length > 0) places.uses.length = uses;
    const unsupported = body.failures.find((failure) => failure.code === 'ir-unsupported-version');
    if (unsupported !== undefined) this.#unsupported ??= unsupported;
    this.#define(this.#functions, this.#assemble(header, body), position);
    if (body.failures.length > 0) this.#broken.add(name);
  }

  #assemble(header: FunctionHeader, body: ParsedBody): IrFunction {
    const { name, linkage, type, addressSpace, callingConvention, attributes, section, byValue, debug } = header;
    const { constPointees } = header;
    return {
      name,
      sourceName: name,
      unit: 0,
      linkage,
      type,
      addressSpace,
      ...(callingConvention === undefined ? {} : { callingConvention }),
      attributes,
      ...(section === undefined ? {} : { section }),
      parameters: body.parameters,
      ...(byValue === undefined ? {} : { byValue }),
      ...(constPointees === undefined ? {} : { constPointees }),
      registerCount: body.registerCount,
      blocks: body.blocks,
      debug,
      problems: body.failures.map((failure) => this.#diagnostic(failure, name)),
    };
  }

  /** LLVM declares every symbol that it mentions; one that is missing shows a text that was cut off. */
  #checkReferences(): void {
    for (const [name, { position }] of this.#c.references) {
      if (this.#globals.has(name) || this.#functions.has(name) || this.#aliases.has(name)) continue;
      if (this.#broken.has(name) || name.startsWith('llvm.')) continue;
      this.#report(new ParseFailure('ir-undefined-symbol', `@${name} is neither defined nor declared`, position));
    }
  }

  /** LLVM numbers metadata without gaps, so a node behind the last one, if anything refers to it, has been cut off. */
  #checkMetadata(): void {
    const { text } = this;
    const wanted = `!${this.outline.metadata.highestId + 1}`;
    let tries = 0;
    for (let at = text.indexOf(wanted); at >= 0 && tries < 100; at = text.indexOf(wanted, at + 1)) {
      tries++;
      if (this.lines.insideString(at)) continue;
      this.#report(new ParseFailure('ir-truncated', `metadata ${wanted} is not defined: the text is not complete`, at));
      return;
    }
  }

  #report(failure: ParseFailure): void {
    if (++this.#reported <= mostDiagnostics) this.#diagnostics.push(this.#diagnostic(failure));
  }

  /** A text that clang made from a source is not what the user sees: there, the place is that of the source. */
  #diagnostic(failure: ParseFailure, name?: string): Diagnostic {
    const inText = this.lines.place(failure.position);
    const message = name === undefined ? failure.message : `in function ${name}: ${failure.message}`;
    if (this.file.endsWith('.ll')) return errorAt(failure.code, message, inText);
    const where = this.#sourcePlace(failure.position) ?? { file: this.file, line: 0, column: 0 };
    const detail = `at line ${inText.line}, column ${inText.column} of its LLVM IR`;
    return errorAt(failure.code, message, where, detail);
  }

  #sourcePlace(position: number): Place | undefined {
    const id = /!dbg !([0-9]{1,9})/.exec(this.lines.line(position))?.[1];
    if (id === undefined) return undefined;
    return this.#debug.location(Number(id))?.place ?? this.#debug.subprogram(Number(id))?.place;
  }
}
