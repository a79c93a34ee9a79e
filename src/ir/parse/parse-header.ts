// The header of a function: `define … @name(…) … {` or `declare …`. Bodies are read later, when all headers are known.

import type { ByValue } from '../instruction.js';
import type { Linkage } from '../module.js';
import type { FunctionType, Type } from '../type.js';
import { noAttributes, parseAttribute, parseGroupReference, parseParameterAttributes } from './parse-attribute.js';
import { parseTypedConstant } from './parse-constant.js';
import type { Attributes, ParseContext } from './parse-context.js';
import { asLinkage, parseSection, skipComdat } from './parse-linkage.js';
import { parseMetadataReference } from './parse-metadata.js';
import { acceptDots, addressSpace, atType, parseType } from './parse-type.js';
import { Char, isDigit } from './text-scan.js';

export interface FunctionHeader {
  readonly name: string;
  /** Of its first character. */
  readonly position: number;
  readonly linkage: Linkage;
  readonly type: FunctionType;
  readonly addressSpace: number;
  readonly callingConvention: string | undefined;
  readonly attributes: Attributes;
  readonly section: string | undefined;
  readonly parameters: readonly HeaderParameter[];
  readonly byValue: ReadonlyMap<number, ByValue> | undefined;
  readonly constPointees: ReadonlySet<number> | undefined;
  readonly debug: number;
  /** The offset behind `{`, or −1 for a declaration. */
  readonly bodyAt: number;
  /** The end of the body. */
  readonly limit: number;
}

/** Number −1 and an empty name: unnamed. */
export interface HeaderParameter {
  readonly type: Type;
  readonly number: number;
  readonly name: string;
}

interface Prefix {
  readonly linkage: Linkage;
  readonly callingConvention: string | undefined;
  readonly debug: number;
}

interface Suffix {
  readonly addressSpace: number;
  readonly attributes: Attributes;
  readonly section: string | undefined;
  readonly debug: number;
}

/** Behind `define` or `declare`. The scanner's limit is the end of the function. */
export function parseHeader(c: ParseContext, position: number, hasBody: boolean): FunctionHeader {
  const { lexer } = c;
  const prefix = parsePrefix(c);
  const returns = parseType(c);
  const name = lexer.nameAfter(Char.at);
  const { parameters, byValue, constPointees, variadic } = parseParameters(c);
  const suffix = parseSuffix(c);
  if (hasBody) lexer.expect(Char.openBrace);
  else if (lexer.peek() >= 0) lexer.fail(`this is not understood: ${lexer.found()}`);
  return {
    name,
    position,
    linkage: prefix.linkage,
    type: c.types.function(
      returns,
      parameters.map((p) => p.type),
      variadic,
    ),
    addressSpace: suffix.addressSpace,
    callingConvention: prefix.callingConvention,
    attributes: suffix.attributes,
    section: suffix.section,
    parameters,
    byValue,
    constPointees,
    debug: suffix.debug >= 0 ? suffix.debug : prefix.debug,
    bodyAt: hasBody ? lexer.pos : -1,
    limit: lexer.limit,
  };
}

/** Linkage, visibility, calling convention and attributes of the result; a declaration's `!dbg !5` stands here too. */
function parsePrefix(c: ParseContext): Prefix {
  const { lexer } = c;
  let linkage: Linkage = 'external';
  let callingConvention: string | undefined;
  let debug = -1;
  while (!atType(c)) {
    const code = lexer.peek();
    if (code === Char.exclamation) {
      debug = parseAttachment(c) ?? debug;
      continue;
    }
    if (code === Char.quote) {
      parseAttribute(c, new Map());
      continue;
    }
    const word = lexer.word();
    if (word === '') lexer.fail(`expected a type before ${lexer.found()}`);
    const known = asLinkage(word);
    if (known !== undefined) linkage = known;
    else if (word === 'cc') callingConvention = `cc ${lexer.number()}`;
    else if (word !== 'ccc' && isConvention(word)) callingConvention = word;
    const next = lexer.peek();
    if (next === Char.openParenthesis) lexer.skipBalanced();
    else if (word === 'align' && isDigit(next)) lexer.number();
  }
  return { linkage, callingConvention, debug };
}

/** `fastcc`, `avr_signalcc`, `spir_kernel`, `preserve_mostcc`: all but a few end in `cc`. */
function isConvention(word: string): boolean {
  return (
    word.endsWith('cc') ||
    word.endsWith('_pcs') ||
    word.endsWith('_kernel') ||
    word === 'ptx_device' ||
    word === 'spir_func'
  );
}

function parseParameters(c: ParseContext): {
  readonly parameters: readonly HeaderParameter[];
  readonly byValue: ReadonlyMap<number, ByValue> | undefined;
  readonly constPointees: ReadonlySet<number> | undefined;
  readonly variadic: boolean;
} {
  const { lexer } = c;
  const parameters: HeaderParameter[] = [];
  let byValue: Map<number, ByValue> | undefined;
  let constPointees: Set<number> | undefined;
  let variadic = false;
  lexer.expect(Char.openParenthesis);
  if (lexer.accept(Char.closeParenthesis)) return { parameters, byValue, constPointees, variadic };
  do {
    variadic = acceptDots(c);
    if (variadic) break;
    const type = parseType(c);
    const from = lexer.pos;
    const copied = parseParameterAttributes(c);
    if (type.kind === 'pointer' && /\breadonly\b/.test(lexer.text.slice(from, lexer.pos)))
      constPointees = (constPointees ?? new Set()).add(parameters.length);
    if (copied !== undefined) byValue = (byValue ?? new Map<number, ByValue>()).set(parameters.length, copied);
    if (lexer.peek() === Char.percent) {
      lexer.local();
      parameters.push({ type, number: lexer.localNumber, name: lexer.localName });
    } else {
      parameters.push({ type, number: -1, name: '' });
    }
  } while (lexer.accept(Char.comma));
  lexer.expect(Char.closeParenthesis);
  return { parameters, byValue, constPointees, variadic };
}

/** Everything between the parameters and the body. */
function parseSuffix(c: ParseContext): Suffix {
  const { lexer } = c;
  let space = c.layout.programAddressSpace;
  let attributes: Attributes = noAttributes;
  let own: Map<string, string> | undefined;
  let section: string | undefined;
  let debug = -1;
  for (;;) {
    const code = lexer.peek();
    if (code < 0 || code === Char.openBrace) break;
    if (code === Char.exclamation) {
      debug = parseAttachment(c) ?? debug;
    } else if (code === Char.hash) {
      const group = parseGroupReference(c);
      attributes = attributes.size === 0 ? group : new Map([...attributes, ...group]);
    } else {
      switch (code === Char.quote ? '' : lexer.lookWord()) {
        case 'unnamed_addr':
        case 'local_unnamed_addr':
          lexer.word();
          break;
        case 'addrspace':
          space = addressSpace(c);
          break;
        case 'section':
          lexer.word();
          section = parseSection(c);
          break;
        case 'partition':
        case 'gc':
          lexer.word();
          lexer.string();
          break;
        case 'comdat':
          lexer.word();
          skipComdat(c);
          break;
        case 'align':
          lexer.word();
          if (lexer.peek() === Char.openParenthesis) lexer.skipBalanced();
          else lexer.number();
          break;
        case 'prefix':
        case 'prologue':
        case 'personality':
          lexer.word();
          parseTypedConstant(c);
          break;
        default:
          own ??= new Map();
          parseAttribute(c, own);
      }
    }
  }
  if (own !== undefined) attributes = new Map([...attributes, ...own]);
  return { addressSpace: space, attributes, section, debug };
}

/** `!dbg !5`: its id; undefined for another attachment. */
function parseAttachment(c: ParseContext): number | undefined {
  const { lexer } = c;
  lexer.expect(Char.exclamation);
  const isDebug = lexer.bareName() === 'dbg';
  const id = parseMetadataReference(c, isDebug);
  return isDebug ? id : undefined;
}
