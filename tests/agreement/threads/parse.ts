// Reads the C of generated programs with threads and of litmus programs, without clang and without anything of src/.
// Whatever is not in this part of C is an error.

import type { CFunction, Expression, GlobalObject, Named, SourceFile, Statement } from './tree.js';

interface Token {
  readonly text: string;
  readonly line: number;
}

const TYPES = new Set(
  'void int unsigned long char static volatile const _Atomic pthread_t pthread_mutex_t pthread_cond_t sem_t spinlock_t'.split(
    ' ',
  ),
);
const LEVELS = ['||', '&&', '|', '^', '&', '== !=', '< > <= >=', '<< >>', '+ -', '* / %'].map((l) => l.split(' '));
const ASSIGNMENTS = ['=', '+=', '-=', '&=', '|=', '^='];

export function parseC(text: string): SourceFile {
  return new Parser(tokensOf(text)).file();
}

function tokensOf(text: string): readonly Token[] {
  const constants = new Map<string, string>();
  const tokens: Token[] = [];
  const plain = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).split('\n');
  for (const [n, line] of plain.entries()) {
    const defined = /^#define (\w+) (\d+)$/.exec(line.trim());
    if (defined !== null) constants.set(defined[1]!, defined[2]!);
    if (line.startsWith('#')) continue;
    for (const [found] of line.replace(/\/\/.*/, '').matchAll(/\w+|[-+&|^=!<>]=|\+\+|--|&&|\|\||<<|>>|\S/g))
      tokens.push({ text: constants.get(found) ?? found, line: n + 1 });
  }
  return tokens;
}

class Parser {
  private at = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  file(): SourceFile {
    const globals: GlobalObject[] = [];
    const functions = new Map<string, CFunction>();
    while (this.at < this.tokens.length) {
      const type = this.type();
      const { text: name } = this.next();
      if (this.peek() !== '(') {
        globals.push(this.global(name, type));
        while (this.accept(',')) globals.push(this.global(this.next().text, type));
        this.expect(';');
        continue;
      }
      const parameters = this.parameters();
      if (this.accept(';')) continue;
      functions.set(name, { name, parameters, body: this.block() });
    }
    return { globals, functions };
  }

  private peek(ahead = 0): string {
    return this.tokens[this.at + ahead]?.text ?? '';
  }

  private next(): Token {
    const token = this.tokens[this.at++];
    if (token === undefined) throw new Error('the text ends too early');
    return token;
  }

  private accept(text: string): boolean {
    if (this.peek() !== text) return false;
    this.at++;
    return true;
  }

  private expect(text: string): void {
    const token = this.next();
    if (token.text !== text) throw new Error(`line ${token.line}: ${text} expected, not ${token.text}`);
  }

  private isType(ahead = 0): boolean {
    return TYPES.has(this.peek(ahead));
  }

  private type(): readonly string[] {
    const words: string[] = [];
    while (this.isType() || this.peek() === '*') words.push(this.next().text);
    if (words.length === 0) throw new Error(`line ${this.next().line}: a type expected`);
    return words;
  }

  private parameters(): readonly string[] {
    const names: string[] = [];
    this.expect('(');
    while (!this.accept(')')) {
      this.type();
      if (/^\w/.test(this.peek())) names.push(this.next().text);
      this.accept(',');
    }
    return names;
  }

  private size(): number | undefined {
    if (!this.accept('[')) return undefined;
    const size = Number(this.next().text);
    this.expect(']');
    return size;
  }

  private global(name: string, type: readonly string[]): GlobalObject {
    const size = this.size();
    const values: number[] = [];
    if (this.accept('=')) {
      const isList = this.accept('{');
      do values.push(Number(this.next().text) || 0);
      while (isList && this.accept(','));
      if (isList) this.expect('}');
    }
    return {
      name,
      ...(size === undefined ? {} : { size }),
      values,
      isVolatile: type.includes('volatile'),
      isAtomic: type.includes('_Atomic'),
    };
  }

  private block(): Statement {
    this.expect('{');
    const body: Statement[] = [];
    while (!this.accept('}')) body.push(...this.statement());
    return { kind: 'block', body };
  }

  private one(): Statement {
    const body = this.statement();
    return body.length === 1 ? body[0]! : { kind: 'block', body };
  }

  private statement(): readonly Statement[] {
    switch (this.peek()) {
      case ';':
        this.next();
        return [];
      case '{':
        return [this.block()];
      case 'if': {
        this.next();
        const condition = this.parenthesised();
        const then = this.one();
        return [{ kind: 'if', condition, then, ...(this.accept('else') ? { otherwise: this.one() } : {}) }];
      }
      case 'while': {
        this.next();
        const condition = this.parenthesised();
        return [{ kind: 'loop', condition, body: this.one() }];
      }
      case 'for':
        return [this.forLoop()];
      case 'break':
      case 'continue': {
        const how = this.next().text === 'break' ? 'break' : 'continue';
        this.expect(';');
        return [{ kind: 'leave', how }];
      }
      case 'return': {
        this.next();
        const value = this.peek() === ';' ? undefined : this.expression();
        this.expect(';');
        return [{ kind: 'return', ...(value === undefined ? {} : { value }) }];
      }
    }
    if (this.isType()) return this.locals();
    const value = this.expression();
    this.expect(';');
    return [{ kind: 'expression', value }];
  }

  private forLoop(): Statement {
    this.next();
    this.expect('(');
    const before: Statement[] = [];
    if (this.isType()) before.push(...this.locals());
    else if (!this.accept(';')) {
      before.push({ kind: 'expression', value: this.expression() });
      this.expect(';');
    }
    const condition = this.peek() === ';' ? undefined : this.expression();
    this.expect(';');
    const step = this.peek() === ')' ? undefined : this.expression();
    this.expect(')');
    const body = this.one();
    const loop: Statement = {
      kind: 'loop',
      ...(condition === undefined ? {} : { condition }),
      ...(step === undefined ? {} : { step }),
      body,
    };
    return { kind: 'block', body: [...before, loop] };
  }

  private locals(): readonly Statement[] {
    this.type();
    const found: Statement[] = [];
    do {
      const { text: name } = this.next();
      const size = this.size();
      const value = this.accept('=') ? this.expression() : undefined;
      found.push({
        kind: 'local',
        name,
        ...(size === undefined ? {} : { size }),
        ...(value === undefined ? {} : { value }),
      });
    } while (this.accept(','));
    this.expect(';');
    return found;
  }

  private parenthesised(): Expression {
    this.expect('(');
    const value = this.expression();
    this.expect(')');
    return value;
  }

  private expression(): Expression {
    const left = this.binary(0);
    if (!ASSIGNMENTS.includes(this.peek())) return left;
    const { text: operator, line } = this.next();
    return { kind: 'assign', operator, to: asName(left), value: this.expression(), line };
  }

  private binary(level: number): Expression {
    if (level === LEVELS.length) return this.unary();
    let left = this.binary(level + 1);
    while (LEVELS[level]!.includes(this.peek())) {
      const { text: operator } = this.next();
      left = { kind: 'binary', operator, left, right: this.binary(level + 1) };
    }
    return left;
  }

  private unary(): Expression {
    if (this.peek() === '(' && this.isType(1)) {
      this.next();
      this.type();
      this.expect(')');
      return this.unary();
    }
    if (['!', '-', '~', '&'].includes(this.peek())) {
      const { text: operator } = this.next();
      return { kind: 'unary', operator, operand: this.unary() };
    }
    return this.postfix();
  }

  private postfix(): Expression {
    if (this.peek() === '(') return this.parenthesised();
    const { text, line } = this.next();
    if (/^\d/.test(text)) return { kind: 'number', value: Number(text) };
    if (!/^\w+$/.test(text)) throw new Error(`line ${line}: ${text} is not expected`);
    if (this.accept('(')) {
      const given: Expression[] = [];
      while (!this.accept(')')) {
        given.push(this.expression());
        this.accept(',');
      }
      return { kind: 'call', callee: text, arguments: given, line };
    }
    let named: Named = { kind: 'name', name: text, line };
    if (this.accept('[')) {
      named = { ...named, index: this.expression() };
      this.expect(']');
    }
    if (this.peek() !== '++' && this.peek() !== '--') return named;
    return { kind: 'step', to: named, by: this.next().text === '++' ? 1 : -1, line };
  }
}

function asName(e: Expression): Named {
  if (e.kind !== 'name') throw new Error('only variables are assigned to');
  return e;
}
