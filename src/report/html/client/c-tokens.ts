// Lines of C, split into coloured pieces. Words, numbers, strings, comments and directives are all that a reader needs
// to find a line again; nothing is parsed, so any text whatever is split in linear time.

export type TokenKind = 'keyword' | 'type' | 'number' | 'string' | 'comment' | 'directive' | 'call' | 'plain';

export interface ColouredToken {
  readonly kind: TokenKind;
  readonly text: string;
}

const keywords = new Set(
  (
    'auto break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch ' +
    'typedef union volatile while _Alignas _Alignof _Atomic _Generic _Noreturn _Static_assert _Thread_local __attribute__ asm __asm__ ' +
    '__volatile__ true false NULL'
  ).split(' '),
);
const types =
  /^(?:void|char|short|int|long|float|double|signed|unsigned|bool|_Bool|_Complex|u?int(?:_fast|_least)?(?:8|16|32|64|max|ptr)_t|size_t|\w+_t)$/;
const piece =
  /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|(?:0[xX][\dA-Fa-f']+|0[bB][01']+|\.?\d(?:[eEpP][+-]|[\w.'])*)[uUlLfF]*|[A-Za-z_$][\w$]*|\s+|[^\w\s"'/$]+|[\s\S]/g;

/** Whether each line begins inside a comment. */
export function commentStarts(lines: readonly string[]): readonly boolean[] {
  let isInside = false;
  return lines.map((line) => {
    const before = isInside;
    isInside = endsInside(line, isInside);
    return before;
  });
}

function endsInside(line: string, isInside: boolean): boolean {
  let text = line;
  if (isInside) {
    const end = line.indexOf('*/');
    if (end === -1) return true;
    text = line.slice(end + 2);
  }
  const pieces = text.match(piece) ?? [];
  const last = pieces.at(-1);
  return last?.startsWith('/*') === true && (last.length < 4 || !last.endsWith('*/'));
}

export function tokensOf(line: string, startsInside: boolean): readonly ColouredToken[] {
  const tokens: ColouredToken[] = [];
  let rest = line;
  if (startsInside) {
    const end = line.indexOf('*/');
    if (end === -1) return [{ kind: 'comment', text: line }];
    tokens.push({ kind: 'comment', text: line.slice(0, end + 2) });
    rest = line.slice(end + 2);
  }
  const directive = /^\s*#\s*\w*(?:\s*[<"][^>"]*[>"])?/.exec(rest);
  if (directive !== null && !startsInside) {
    tokens.push({ kind: 'directive', text: directive[0] });
    rest = rest.slice(directive[0].length);
  }
  for (const { 0: text, index } of rest.matchAll(piece)) tokens.push({ kind: kindOf(text, rest, index), text });
  return tokens;
}

function kindOf(text: string, line: string, index: number): TokenKind {
  if (text.startsWith('//') || text.startsWith('/*')) return 'comment';
  if (text.startsWith('"') || text.startsWith("'")) return 'string';
  if (/^\.?\d/.test(text)) return 'number';
  if (!/^[A-Za-z_$]/.test(text)) return 'plain';
  if (keywords.has(text)) return 'keyword';
  if (types.test(text)) return 'type';
  return line[index + text.length] === '(' ? 'call' : 'plain';
}
