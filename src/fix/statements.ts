// The statements of a function as its source text shows them: blocks, what is in them, and how control may leave or
// enter a statement other than at its ends. A parser by keywords and brackets; macros that hide brackets or jumps are
// not seen through.

import type { Token } from './tokens.js';

export interface CompoundStatement {
  readonly items: readonly Statement[];
}

export interface Statement {
  readonly first: Token;
  readonly last: Token;
  readonly isLabel: boolean;
  /** Blocks inside, in the order of the text. */
  readonly blocks: readonly CompoundStatement[];
  /** How control leaves it other than at its end; `never`: it does not come to its end. */
  readonly exits: ReadonlySet<'return' | 'goto' | 'break' | 'continue' | 'never'>;
  /** Labels that jumps from outside may lead to. */
  readonly entries: ReadonlySet<'label' | 'case'>;
}

type Parts = Pick<Statement, 'blocks' | 'exits' | 'entries'>;

/** The body of the function that is named at `line`; undefined where the text does not show it. */
export function functionBody(tokens: readonly Token[], line: number): CompoundStatement | undefined {
  let depth = 0;
  for (let at = tokens.findIndex((t) => t.line >= line); at >= 0 && at < tokens.length; at++) {
    const { text } = tokens[at]!;
    if (text === '(' || text === '[') depth++;
    else if (text === ')' || text === ']') depth--;
    else if (text === '{' && depth === 0) return new Parser(tokens, at).body();
  }
  return undefined;
}

/** The text is not what was expected. */
class Lost extends Error {}

const none: Parts = { blocks: [], exits: new Set(), entries: new Set() };

class Parser {
  constructor(
    private readonly tokens: readonly Token[],
    private at: number,
  ) {}

  body(): CompoundStatement | undefined {
    try {
      return this.block();
    } catch (thrown) {
      if (thrown instanceof Lost) return undefined;
      throw thrown;
    }
  }

  private next(): string {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Lost();
    return token.text;
  }

  private expect(text: string): void {
    if (this.next() !== text) throw new Lost();
    this.at++;
  }

  private block(): CompoundStatement {
    this.expect('{');
    const items: Statement[] = [];
    while (this.next() !== '}') items.push(this.statement());
    this.at++;
    return { items };
  }

  private statement(): Statement {
    const first = this.tokens[this.at]!;
    const label = this.label();
    const parts = label ?? this.parts();
    return { first, last: this.tokens[this.at - 1]!, isLabel: label !== undefined, ...parts };
  }

  private label(): Parts | undefined {
    const text = this.next();
    if (text === 'case' || text === 'default') {
      while (this.next() !== ':') this.skip();
      this.at++;
      return { ...none, entries: new Set(['case']) };
    }
    if (!/^[A-Za-z_]/.test(text) || this.tokens[this.at + 1]?.text !== ':') return undefined;
    this.at += 2;
    return { ...none, entries: new Set(['label']) };
  }

  private parts(): Parts {
    switch (this.next()) {
      case '{':
        return inBlock(this.block());
      case 'if': {
        this.at++;
        this.brackets();
        const then = this.statement();
        if (this.next() !== 'else') return together([then]);
        this.at++;
        return together([then, this.statement()]);
      }
      case 'while':
      case 'for': {
        const begin = ++this.at;
        this.brackets();
        const isEndless = /^\((?:1|true|[^;]*;(?:1|true)?;[^;]*)\)$/.test(this.textFrom(begin));
        const body = this.statement();
        const parts = without(body, ['break', 'continue'], []);
        return isEndless && !body.exits.has('break') ? { ...parts, exits: new Set([...parts.exits, 'never']) } : parts;
      }
      case 'switch':
        this.at++;
        this.brackets();
        return without(this.statement(), ['break'], ['case']);
      case 'do': {
        this.at++;
        const body = this.statement();
        this.expect('while');
        this.brackets();
        this.expect(';');
        return without(body, ['break', 'continue'], []);
      }
      case 'return':
      case 'goto':
      case 'break':
      case 'continue': {
        const exit = this.next() as 'return' | 'goto' | 'break' | 'continue';
        this.simple();
        return { ...none, exits: new Set([exit]) };
      }
      default:
        return this.called() ?? this.simple();
    }
  }

  private textFrom(begin: number): string {
    return this.tokens
      .slice(begin, this.at)
      .map((t) => t.text)
      .join('');
  }

  /** `ATOMIC_BLOCK(…) { … }`: a macro that makes a loop or a condition of the block. */
  private called(): Parts | undefined {
    const begin = this.at;
    if (!/^[A-Za-z_]/.test(this.next()) || this.tokens[begin + 1]?.text !== '(') return undefined;
    this.at++;
    this.brackets();
    if (this.next() === '{') return inBlock(this.block());
    this.at = begin;
    return undefined;
  }

  /** Up to the semicolon, over whatever brackets enclose. */
  private simple(): Parts {
    while (this.next() !== ';') this.skip();
    this.at++;
    return none;
  }

  /** One token, or everything in brackets. */
  private skip(): void {
    if (this.next() === '(' || this.next() === '[' || this.next() === '{') this.brackets();
    else if (this.next() === ')' || this.next() === ']' || this.next() === '}') throw new Lost();
    else this.at++;
  }

  private brackets(): void {
    const close = { '(': ')', '[': ']', '{': '}' }[this.next()];
    if (close === undefined) throw new Lost();
    this.at++;
    while (this.next() !== close) this.skip();
    this.at++;
  }
}

function inBlock(block: CompoundStatement): Parts {
  return { ...together(block.items), blocks: [block] };
}

function together(statements: readonly Statement[]): Parts {
  return {
    blocks: statements.flatMap((s) => s.blocks),
    exits: new Set(statements.flatMap((s) => [...s.exits])),
    entries: new Set(statements.flatMap((s) => [...s.entries])),
  };
}

function without(
  { blocks, exits, entries }: Parts,
  caught: readonly ('break' | 'continue')[],
  owned: readonly 'case'[],
): Parts {
  return {
    blocks,
    exits: new Set([...exits].filter((exit) => !(caught as readonly string[]).includes(exit))),
    entries: new Set([...entries].filter((entry) => !(owned as readonly string[]).includes(entry))),
  };
}
