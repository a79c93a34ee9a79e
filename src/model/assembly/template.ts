// The text of an inline-assembly statement, as LLVM carries it: constraints → operands, template → instructions. What
// an operand looks like in the text, how lines end and where comments begin is the instruction set's (`Syntax`). GCC,
// "Extended Asm"; LLVM Language Reference, "Inline Assembler Expressions".

import type { CallSite, InlineAssembly } from '../../ir/instruction.js';
import type { Operand } from '../../ir/value.js';

/** One operand of the statement; its position in the list is its number in the template. */
export interface AssemblyOperand {
  /** Letters of the constraint, without modifiers. */
  readonly letters: string;
  /** The register that it must be in, for `{r7}`. */
  readonly register?: string;
  /** Behind `*`: its value is the address of what the assembly works on. */
  readonly isIndirect: boolean;
  /** What goes in. */
  readonly value?: Operand;
  /** The number of the output whose registers it shares. */
  readonly tiedTo?: number;
  /** Which of the results it is. */
  readonly result?: number;
  /** Which of the targets of `asm goto` it is. */
  readonly label?: number;
}

export interface OperandConstraints {
  readonly operands: readonly AssemblyOperand[];
  readonly clobbersMemory: boolean;
}

export function constraintsOf(assembly: InlineAssembly, site: Pick<CallSite, 'arguments'>): OperandConstraints {
  const operands: AssemblyOperand[] = [];
  let [results, given, labels] = [0, 0, 0];
  let clobbersMemory = false;
  for (const code of assembly.constraints === '' ? [] : assembly.constraints.split(/,(?![^{]*\})/)) {
    if (code.startsWith('~')) {
      if (code === '~{memory}') clobbersMemory = true;
      continue;
    }
    if (code.startsWith('!')) {
      operands.push({ letters: 'i', isIndirect: false, label: labels++ });
      continue;
    }
    const isOutput = code.startsWith('=');
    const isIndirect = code.includes('*');
    const bare = code.replace(/^=?[&%*]*/, '').replace(/^\*/, '');
    const register = /^\{([^}]*)\}$/.exec(bare)?.[1]?.toLowerCase();
    const letters = register === undefined ? bare : 'r';
    const place = register === undefined ? {} : { register };
    if (isOutput && !isIndirect) {
      operands.push({ letters, ...place, isIndirect, result: results++ });
      continue;
    }
    const value = site.arguments[given++];
    const tied = /^\d+$/.test(bare) ? { tiedTo: Number(bare) } : {};
    operands.push({ letters, ...place, isIndirect, ...(value === undefined ? {} : { value }), ...tied });
  }
  return { operands, clobbersMemory };
}

/** How an assembler reads its lines. */
export interface Syntax {
  /** From such a text to the end of the line it is a comment. */
  readonly comment: RegExp;
  /** Besides the ends of lines, what separates instructions. */
  readonly separator: RegExp;
  /** Braces and bars are what they are, as LLVM has them for a few targets: `$(` is one. */
  readonly brace?: string;
}

export interface AssemblyLine {
  /** Labels that stand before it. */
  readonly labels: readonly string[];
  /** In lower case; empty at the end of the text. */
  readonly mnemonic: string;
  readonly operands: readonly string[];
  /** As it is written, white space folded. */
  readonly text: string;
}

/** The template with operands put in: `print` gives what stands for operand `n` with a modifier. */
export function expandTemplate(
  text: string,
  unique: number,
  { brace }: Syntax,
  print: (n: number, modifier: string) => string,
): string {
  const alternatives =
    brace === undefined ? text.replace(/\$\(([\s\S]*?)\$\)/g, (_, all: string) => all.split('$|')[0]!) : text;
  return alternatives.replace(
    /\$(?:\$|\((?=)|\||\)|\{:(\w+)\}|\{(\d+)(?::(\w*))?\}|(\d+))/g,
    (whole: string, special?: string, braced?: string, modifier?: string, plain?: string) => {
      if (whole === '$$') return '$';
      if (special !== undefined) return special === 'uid' ? String(unique) : '';
      const number = braced ?? plain;
      if (number === undefined) return brace ?? '';
      return print(Number(number), modifier ?? '');
    },
  );
}

/** Directives that say nothing of what happens. */
const silent =
  /^\.(?:syntax|thumb|thumb_func|arm|code|cpu|fpu|arch|arch_extension|align|balign|p2align|global|globl|type|size|loc|option|extern|weak|func|endfunc|eabi_attribute|ltorg|pool|fnstart|fnend|save|cantunwind|cfi_\w+)$/;

/** Instructions in their order; the last one is empty and has the labels at the end. */
export function linesOf(text: string, syntax: Syntax): readonly AssemblyLine[] {
  const lines: AssemblyLine[] = [];
  const names = new Map<string, string>();
  let labels: string[] = [];
  const written = text.replace(/\/\*[\s\S]*?\*\//g, ' ').split('\n');
  const statements = repeated(
    written.flatMap((line) =>
      line
        .replace(/\/\/.*$/, '')
        .replace(syntax.comment, '')
        .split(syntax.separator),
    ),
  );
  for (const statement of statements) {
    let rest = statement.replace(/\s+/g, ' ').trim();
    for (let label = labelAt(rest); label !== undefined; label = labelAt(rest)) {
      labels.push(label[1]!);
      rest = rest.slice(label[0].length).trim();
    }
    const [, mnemonic = '', operands = ''] = /^(\S+) ?(.*)$/.exec(rest) ?? [];
    if (mnemonic === '') continue;
    const name = mnemonic.toLowerCase();
    if (silent.test(name)) continue;
    const split = splitOperands(operands);
    if (/^\.(?:equ|set|equiv)$/.test(name) && split.length === 2) {
      names.set(split[0]!, split[1]!);
      continue;
    }
    const operandsNamed = split.map((o) => o.replace(/[A-Za-z_.]\w*/g, (word) => names.get(word) ?? word));
    lines.push({ labels, mnemonic: name, operands: operandsNamed, text: rest });
    labels = [];
  }
  lines.push({ labels, mnemonic: '', operands: [], text: '' });
  return lines;
}

function labelAt(text: string): RegExpExecArray | undefined {
  return /^([\w.$]+) ?:(?!:)/.exec(text) ?? undefined;
}

/** `.rept 3 … .endr`, with numbers that are written out. */
function repeated(statements: readonly string[]): readonly string[] {
  const start = statements.findLastIndex((s) => /^\s*\.rept\s/i.test(s));
  if (start < 0) return statements;
  const end = statements.findIndex((s, n) => n > start && /^\s*\.endr\b/i.test(s));
  const times = Number(/\.rept\s+#?(\w+)\s*$/i.exec(statements[start]!.trim())?.[1]);
  if (end < 0 || !Number.isInteger(times) || times < 0 || times > 1000) return statements;
  const body = statements.slice(start + 1, end);
  const all = [...statements.slice(0, start), ...Array.from({ length: times }, () => body).flat()];
  return repeated([...all, ...statements.slice(end + 1)]);
}

/** At commas outside of brackets and braces. */
function splitOperands(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if ('[{('.includes(character)) depth++;
    else if (']})'.includes(character)) depth--;
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  const last = text.slice(from).trim();
  return last === '' && parts.length === 0 ? [] : [...parts, last];
}

/** Where a branch goes: `1b`, `1f`, a name, `.+4`; the number of a line, undefined if there is none. */
export function labelTarget(lines: readonly AssemblyLine[], from: number, name: string): number | undefined {
  const local = /^(\d+)([bf])$/i.exec(name);
  if (local === null) {
    const at = lines.findIndex((line) => line.labels.includes(name));
    return at < 0 ? undefined : at;
  }
  const isIt = (line: AssemblyLine): boolean => line.labels.includes(local[1]!);
  const at =
    local[2]!.toLowerCase() === 'b'
      ? lines.findLastIndex((line, n) => n <= from && isIt(line))
      : lines.findIndex((line, n) => n > from && isIt(line));
  return at < 0 ? undefined : at;
}
