// The outline of a module: where its types, globals, functions, attribute groups and metadata stand in the text.
// Found line by line without reading the entities, so that they can then be read in the order of their dependencies,
// a broken one does not hide the next, and metadata costs one search for a newline.

import { MetadataTable } from '../debug/metadata-index.js';
import { Lexer, ParseFailure } from './lexer.js';
import { balancedEnd, Char, endOfLine, endOfMetadata, indexBefore, openingBracket } from './text-scan.js';

export interface FunctionPlace {
  /** Of `define` or `declare`. */
  readonly start: number;
  /** Behind the closing brace; for a declaration, where the next entity begins. */
  readonly end: number;
  readonly hasBody: boolean;
}

export interface Outline {
  readonly metadata: MetadataTable;
  layout: string;
  triple: string;
  readonly assembly: string[];
  /** Name and offset behind `= type`. */
  readonly types: { readonly name: string; readonly at: number }[];
  /** Start and end of `@name = …`. */
  readonly globals: { readonly start: number; readonly end: number }[];
  readonly functions: FunctionPlace[];
  /** Start, behind `attributes`, and end. */
  readonly attributeGroups: { readonly start: number; readonly end: number }[];
  readonly failures: ParseFailure[];
  /** Entities of any kind. */
  entities: number;
}

/** Broken lines beyond these say nothing new. */
const mostFailures = 20;

export function readOutline(text: string): Outline {
  const outline: Outline = {
    metadata: new MetadataTable(text),
    layout: '',
    triple: '',
    assembly: [],
    types: [],
    globals: [],
    functions: [],
    attributeGroups: [],
    failures: [],
    entities: 0,
  };
  const lexer = new Lexer(text);
  for (let code = lexer.peek(); code >= 0; code = lexer.peek()) {
    const start = lexer.pos;
    try {
      readEntity(outline, lexer, code);
      outline.entities++;
    } catch (failure) {
      if (!(failure instanceof ParseFailure)) throw failure;
      if (outline.failures.length < mostFailures) outline.failures.push(failure);
      lexer.pos = Math.max(lexer.pos, start);
      lexer.skipLine();
    }
  }
  return outline;
}

function readEntity(outline: Outline, lexer: Lexer, code: number): void {
  const start = lexer.pos;
  switch (code) {
    case Char.exclamation:
      readMetadata(outline, lexer);
      break;
    case Char.at:
      skipEntity(lexer);
      outline.globals.push({ start, end: lexer.pos });
      break;
    case Char.percent: {
      const name = lexer.nameAfter(Char.percent);
      lexer.expect(Char.equals);
      lexer.expectWord('type');
      outline.types.push({ name, at: lexer.pos });
      skipEntity(lexer);
      break;
    }
    case Char.dollar:
      lexer.nameAfter(Char.dollar);
      lexer.expect(Char.equals);
      lexer.expectWord('comdat');
      lexer.skipLine();
      break;
    case Char.caret:
      lexer.skipLine();
      break;
    default:
      readKeyword(outline, lexer);
  }
}

function readKeyword(outline: Outline, lexer: Lexer): void {
  const start = lexer.pos;
  switch (lexer.word()) {
    case 'define':
      readDefinition(outline, lexer, start);
      break;
    case 'declare':
      skipEntity(lexer);
      outline.functions.push({ start, end: lexer.pos, hasBody: false });
      break;
    case 'attributes':
      outline.attributeGroups.push({ start: lexer.pos, end: endOfGroup(lexer) });
      break;
    case 'source_filename':
      lexer.expect(Char.equals);
      lexer.rawString();
      break;
    case 'target':
      readTarget(outline, lexer);
      break;
    case 'module':
      lexer.expectWord('asm');
      outline.assembly.push(lexer.string());
      break;
    case 'uselistorder':
    case 'uselistorder_bb':
      lexer.skipLine();
      break;
    default:
      lexer.pos = start;
      lexer.fail(`this is not LLVM IR: ${lexer.found()}`);
  }
}

/** Behind `target`: `datalayout = "…"` or `triple = "…"`. */
function readTarget(outline: Outline, lexer: Lexer): void {
  const isTriple = lexer.acceptWord('triple');
  if (!isTriple) lexer.expectWord('datalayout');
  lexer.expect(Char.equals);
  if (isTriple) outline.triple = lexer.string();
  else outline.layout = lexer.string();
}

/** Behind `attributes`. */
function endOfGroup(lexer: Lexer): number {
  if (lexer.peek() !== Char.hash) lexer.fail(`expected '#' before ${lexer.found()}`);
  const open = indexBefore(lexer.text, Char.openBrace, lexer.pos, endOfLine(lexer.text, lexer.pos));
  if (open < 0) lexer.fail("expected '{' in an attribute group");
  lexer.pos = open;
  lexer.skipBalanced();
  return lexer.pos;
}

function readMetadata(outline: Outline, lexer: Lexer): void {
  const { text } = lexer;
  const start = lexer.pos++;
  const id = lexer.wholeNumber();
  const name = id >= 0 ? '' : lexer.bareName();
  if (id < 0 && name === '') {
    lexer.pos = start;
    lexer.fail(`this is not understood: ${lexer.found()}`);
  }
  lexer.expect(Char.equals);
  lexer.peek();
  const at = lexer.pos;
  const end = endOfMetadata(text, at);
  lexer.pos = end;
  if (end <= at || isCutOff(text, at, end)) lexer.fail('this metadata is not complete', 'ir-truncated');
  if (outline.metadata.has(id)) {
    lexer.pos = start;
    lexer.fail(`metadata !${id} is defined twice`, 'ir-redefinition');
  }
  if (id >= 0) outline.metadata.add(id, at);
  else outline.metadata.addNamed(name, operandIds(text.slice(at, end)));
}

/** A node that was cut off is the last of the text or has no closing bracket. */
function isCutOff(text: string, at: number, end: number): boolean {
  const last = text.charCodeAt(end - 1);
  if (end < text.length && (last === Char.closeParenthesis || last === Char.closeBrace)) return false;
  return balancedEnd(text, openingBracket(text, at, end), end) !== end;
}

/** `!{!0, !3}` → 0, 3. */
function operandIds(node: string): number[] {
  const ids: number[] = [];
  for (const match of node.matchAll(/!([0-9]{1,9})\b/g)) ids.push(Number(match[1]));
  return ids;
}

/** To the line that begins the next entity: indented lines belong to the one before. */
function skipEntity(lexer: Lexer): void {
  const { text } = lexer;
  for (let pos = endOfLine(text, lexer.pos); ; pos = endOfLine(text, pos + 1)) {
    const code = text.charCodeAt(pos + 1);
    if (pos >= text.length || !(code === Char.space || code === Char.tab)) {
      lexer.pos = Math.min(pos, text.length);
      return;
    }
  }
}

/** Clang's bodies begin with `{` at the end of the header's line and end with the first line that begins with `}`. */
function readDefinition(outline: Outline, lexer: Lexer, start: number): void {
  const { text } = lexer;
  const headerEnd = endOfLine(text, start);
  let last = headerEnd;
  while (last > start && text.charCodeAt(last - 1) <= Char.space) last--;
  const end = text.charCodeAt(last - 1) === Char.openBrace ? endOfBody(text, headerEnd) : endOfOtherBody(text, start);
  outline.functions.push({ start, end, hasBody: true });
  lexer.pos = end;
}

function endOfBody(text: string, from: number): number {
  for (let pos = from; pos < text.length; pos = endOfLine(text, pos)) {
    pos++;
    let code = text.charCodeAt(pos);
    if (beginsFunction(text, pos, code)) return pos;
    while (code === Char.space || code === Char.tab) code = text.charCodeAt(++pos);
    if (code === Char.closeBrace) return pos + 1;
  }
  return text.length;
}

/** A body that was cut off ends where the next function begins. */
function beginsFunction(text: string, pos: number, code: number): boolean {
  return code === 100 && (text.startsWith('define ', pos) || text.startsWith('declare ', pos));
}

/** For headers over several lines and bodies on one: the bracket that is open behind the parameters. */
function endOfOtherBody(text: string, start: number): number {
  let limit = endOfLine(text, start);
  while (limit < text.length && !beginsFunction(text, limit + 1, text.charCodeAt(limit + 1))) {
    limit = endOfLine(text, limit + 1);
  }
  const name = indexBefore(text, Char.at, start, limit);
  const nameEnd =
    name >= 0 && text.charCodeAt(name + 1) === Char.quote ? indexBefore(text, Char.quote, name + 2, limit) : name;
  const open = indexBefore(text, Char.openParenthesis, nameEnd, limit);
  const close = open < 0 ? -1 : balancedEnd(text, open, limit);
  const body = indexBefore(text, Char.openBrace, close, limit);
  const end = body < 0 ? -1 : balancedEnd(text, body, limit);
  return end < 0 ? limit : end;
}
