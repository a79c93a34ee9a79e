// Arduino's sketches (`.ino`, `.pde`) are C++ without two things that the Arduino IDE adds before it compiles them: the
// include of Arduino.h, and declarations of the functions, which may so be called before they are defined. Lines and
// columns stay what they are in the file.

export function isSketch(file: string): boolean {
  return /\.(?:ino|pde)$/i.test(file);
}

/** As which language and with which header it is compiled. */
export const sketchArguments: readonly string[] = ['-x', 'c++', '-include', 'Arduino.h'];

/** That of our own Arduino.h. */
export const arduinoVersion = '-DARDUINO=10819';

/** With declarations before the first function, as the IDE puts them there. */
export function withPrototypes(text: string): string {
  const functions = [...definitions(withoutComments(text))];
  const [first] = functions;
  if (first === undefined) return text;
  const start = text.lastIndexOf('\n', first.at) + 1;
  const line = text.slice(0, start).split('\n').length;
  const prototypes = functions.map((f) => `${f.declaration};`).join(' ');
  return `${text.slice(0, start)}${prototypes}\n#line ${line}\n${text.slice(start)}`;
}

/** The same length, with blanks for comments, texts and lines of the preprocessor. */
function withoutComments(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n]/g, ' ');
  return text
    .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, blank)
    .replace(/^[ \t]*#(?:[^\n]*\\\n)*[^\n]*/gm, blank);
}

interface Definition {
  readonly at: number;
  readonly declaration: string;
}

/** Functions at file scope; templates, members and those with default arguments are left as they are. */
function* definitions(code: string): Generator<Definition> {
  let depth = 0;
  let from = 0;
  for (let at = 0; at < code.length; at++) {
    const character = code[at];
    if (character === '{' && depth++ === 0) {
      const head = /([A-Za-z_][\w\s*&<>,]*[\s*&]([A-Za-z_]\w*)\s*\(([^()]*)\))\s*$/.exec(code.slice(from, at));
      if (head !== null && isFunction(code.slice(from, at), head[1]!, head[2]!))
        yield { at: from + head.index, declaration: head[1]!.replace(/\s+/g, ' ') };
    } else if (character === '}') depth = Math.max(0, depth - 1);
    if (depth === 0 && (character === ';' || character === '}')) from = at + 1;
  }
}

function isFunction(statement: string, head: string, name: string): boolean {
  if (/\b(?:template|class|struct|enum|union|namespace|operator|extern)\b|::|=/.test(statement)) return false;
  return !/^(?:else|return|new|delete)\b/.test(head) && !/^(?:if|for|while|switch|ISR|SIGNAL)$/.test(name);
}
