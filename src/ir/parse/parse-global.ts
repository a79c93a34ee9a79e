// Global variables, aliases and ifuncs: `@name = …`.

import type { Alias, GlobalVariable, Linkage } from '../module.js';
import type { Constant } from '../value.js';
import { parseAttribute, parseGroupReference } from './parse-attribute.js';
import { parseConstant, parseTypedConstant } from './parse-constant.js';
import type { ParseContext } from './parse-context.js';
import { asLinkage, parseSection, skipComdat } from './parse-linkage.js';
import { parseMetadataReference } from './parse-metadata.js';
import { addressSpace, parseType } from './parse-type.js';
import { Char } from './text-scan.js';

export type ParsedGlobal =
  | { readonly kind: 'variable'; readonly variable: GlobalVariable }
  | { readonly kind: 'alias'; readonly alias: Alias };

/** The whole entity. The scanner's limit is its end. */
export function parseGlobal(c: ParseContext): ParsedGlobal {
  const { lexer } = c;
  const name = lexer.nameAfter(Char.at);
  lexer.expect(Char.equals);
  let linkage: Linkage = 'external';
  /** `external` and `extern_weak` say that there is no initialiser. */
  let declared = false;
  let threadLocal = false;
  let space = 0;
  for (;;) {
    const word = lexer.lookWord();
    switch (word) {
      case '':
        return lexer.fail(`expected 'global' or 'constant' before ${lexer.found()}`);
      case 'addrspace':
        space = addressSpace(c);
        break;
      case 'global':
      case 'constant': {
        lexer.word();
        const variable = parseVariable(c, name, linkage, space, word === 'constant', threadLocal, declared);
        return { kind: 'variable', variable };
      }
      case 'alias':
      case 'ifunc':
        lexer.word();
        return { kind: 'alias', alias: parseAlias(c, name, linkage, word === 'ifunc') };
      default: {
        lexer.word();
        const known = asLinkage(word);
        if (known !== undefined) linkage = known;
        if (word === 'external' || word === 'extern_weak') declared = true;
        if (word === 'thread_local') threadLocal = true;
        if (lexer.peek() === Char.openParenthesis) lexer.skipBalanced();
      }
    }
  }
}

function parseVariable(
  c: ParseContext,
  name: string,
  linkage: Linkage,
  space: number,
  constant: boolean,
  threadLocal: boolean,
  declared: boolean,
): GlobalVariable {
  const { lexer } = c;
  const type = parseType(c);
  const initializer: Constant | undefined = declared ? undefined : parseConstant(c, type);
  let section: string | undefined;
  let align = c.layout.alignment(type);
  let debug = -1;
  for (;;) {
    const separated = lexer.accept(Char.comma);
    const code = lexer.peek();
    if (code < 0 && !separated) break;
    if (code === Char.hash) {
      parseGroupReference(c);
    } else if (code === Char.exclamation) {
      lexer.pos++;
      const isDebug = lexer.bareName() === 'dbg';
      const id = parseMetadataReference(c, isDebug);
      if (isDebug) debug = id;
    } else {
      const start = lexer.pos;
      switch (lexer.word()) {
        case 'section':
          section = parseSection(c);
          break;
        case 'align':
          align = lexer.number();
          break;
        case 'partition':
        case 'code_model':
          lexer.string();
          break;
        case 'comdat':
          skipComdat(c);
          break;
        default:
          lexer.pos = start;
          parseAttribute(c, new Map());
      }
    }
  }
  return {
    name,
    sourceName: name,
    unit: 0,
    linkage,
    type,
    addressSpace: space,
    constant,
    threadLocal,
    ...(initializer === undefined ? {} : { initializer }),
    ...(section === undefined ? {} : { section }),
    align,
    debug,
  };
}

function parseAlias(c: ParseContext, name: string, linkage: Linkage, ifunc: boolean): Alias {
  const { lexer } = c;
  parseType(c);
  lexer.expect(Char.comma);
  const target = parseTypedConstant(c);
  while (lexer.accept(Char.comma)) {
    if (lexer.peek() === Char.exclamation) {
      lexer.pos++;
      lexer.bareName();
      parseMetadataReference(c, false);
    } else {
      lexer.expectWord('partition');
      lexer.string();
    }
  }
  if (lexer.peek() >= 0) lexer.fail(`this is not understood: ${lexer.found()}`);
  return { name, unit: 0, linkage, target, ifunc };
}
