// Flags that a file of the project gives: compile_commands.json, a response file, preempt.json, a platform pack. Only
// shapes that are known to do no more than change the meaning of C are kept, in a spelling that clang cannot read
// otherwise. What loads code into the compiler, or makes it start or see something else, is refused; all else is left
// out.

import { isAbsolute, resolve } from 'node:path';
import { type Diagnostic, errorAt, type Place } from '../base/diagnostic.js';
import { type CleanFlags, cleanFlags, hasSeparateValue, isWithoutMeaning, onlyGcc } from './flags.js';
import { accessTo, type Project } from './project.js';

export interface ProjectFlags extends CleanFlags {
  /** With every flag that says something about the machine, in the same spelling. */
  readonly vetted: readonly string[];
  readonly refused: readonly RefusedFlag[];
}

export interface RefusedFlag {
  readonly flag: string;
  readonly because: string;
}

/** `directory`: where relative paths start. In a trusted project, flags are taken as they are. */
export function cleanProjectFlags(flags: readonly string[], directory: string, project: Project): ProjectFlags {
  if (project.isTrusted) return { ...cleanFlags(flags), vetted: flags, refused: [] };
  const vetted: string[] = [];
  const unknown: string[] = [];
  const refused: RefusedFlag[] = [];
  // What is meant for clang's front end is judged like any other flag, and handed to it as one.
  const words = flags.filter((word) => word !== '-Xclang');
  for (let at = 0; at < words.length; at++) {
    const flag = words[at]!;
    if (!flag.startsWith('-') || flag === '-') continue;
    const [name, value] = hasSeparateValue(flag) || flag === '--config' ? [flag, words[++at]] : split(flag);
    const because = reasonToRefuse(name, value ?? '') ?? outsideReason(name, value ?? '', directory, project);
    if (because !== undefined) refused.push({ flag: name === flag && value ? `${flag} ${value}` : flag, because });
    else if (value === undefined) vetFlag(flag, vetted, unknown);
    else vetValue(name, value, vetted);
  }
  const clean = cleanFlags(vetted);
  return { ...clean, dropped: [...clean.dropped, ...unknown], vetted, refused };
}

/** One for each flag. `placeOf` finds it in its file. */
export function refusals(refused: readonly RefusedFlag[], placeOf: (flag: string) => Place): readonly Diagnostic[] {
  const all = [...new Map(refused.map((each) => [each.flag, each])).values()];
  const shown = all.slice(0, MOST_SHOWN);
  const said = shown.map(({ flag, because }) =>
    errorAt('untrusted-flag', `${flag}: ${because}; --trust allows it, for code that you trust`, placeOf(flag)),
  );
  const [next] = all.slice(MOST_SHOWN);
  if (next === undefined) return said;
  const more = `${all.length - shown.length} more flags are refused; --trust allows them, for code that you trust`;
  return [...said, errorAt('untrusted-flag', more, placeOf(next.flag))];
}

/** Nobody reads more, and each is looked for in the text. */
export const MOST_SHOWN = 20;

/** The first place in `text` that has `word`, plain or as JSON writes it; the whole file where none has. */
export function placeOfWord(file: string, text: string, word: string): Place {
  const spellings = [word, JSON.stringify(word).slice(1, -1), word.split(' ')[0]!];
  const offset = spellings.map((each) => text.indexOf(each)).find((found) => found !== -1);
  if (offset === undefined) return { file, line: 0, column: 0 };
  const before = text.slice(0, offset).split('\n');
  return { file, line: before.length, column: before.at(-1)!.length + 1 };
}

/** Search paths and macros; clang takes all of them with the value attached. */
const valued = ['-isystem', '-iquote', '-idirafter', '-include', '-imacros', '-I', '-D', '-U'];

/** Other options that begin like one of `valued`. */
const otherOptions = /^-(include-pch|isystem-after|iwith|iframework|isysroot|iprefix|imultilib|ivfsoverlay)/;

function split(flag: string): readonly [string, string | undefined] {
  if (flag.startsWith('--sysroot=')) return ['--sysroot', flag.slice('--sysroot='.length)];
  if (flag.startsWith('-isysroot')) return ['-isysroot', flag.slice('-isysroot'.length)];
  if (flag.startsWith('-x')) return ['-x', flag.slice(2)];
  const name = otherOptions.test(flag) ? undefined : valued.find((each) => flag.startsWith(each));
  return name === undefined ? [flag, undefined] : [name, flag.slice(name.length)];
}

function vetValue(name: string, value: string, vetted: string[]): void {
  if (value === '') return;
  if (name === '-D' || name === '-U') vetted.push(name + value);
  // Attached, a value that begins like an option would make another option of both.
  else if (valued.includes(name)) vetted.push(name + (value.startsWith('-') ? `./${value}` : value));
  else if (name === '--sysroot' || name === '-isysroot') vetted.push(`--sysroot=${value}`);
  else if ((name === '-target' || name === '--target') && targetShape.test(value)) vetted.push(`--target=${value}`);
  else if (name === '--cpu') vetted.push(`--cpu=${value}`);
  else if (name === '-x' && languages.test(value)) vetted.push('-x', value);
}

function vetFlag(flag: string, vetted: string[], unknown: string[]): void {
  if (harmless.test(flag)) vetted.push(flag);
  else if (onlyGcc.test(flag)) unknown.push(flag);
  else if (!isWithoutMeaning(flag)) unknown.push(flag);
}

const targetShape = /^[\w.+-]+$/;
/** Others make clang start other compilers, or read files that are no text. */
const languages = /^(c|c\+\+|cpp-output|c\+\+-cpp-output|c-header|c\+\+-header|none|assembler|assembler-with-cpp)$/;

function reasonToRefuse(name: string, value: string): string | undefined {
  if (/^-f?(pass-)?plugin|^-add-plugin|^-load/.test(name)) return 'it loads code into the compiler';
  if (/^-mllvm|^-mmlir/.test(name) && /load|plugin/.test(name + value)) return 'it loads code into the compiler';
  if (name === '-wrapper' || /^-ccc-|^-fmodule-mapper/.test(name)) return 'it makes the compiler start another program';
  if (/^--?config/.test(name)) return 'it takes further flags from a file';
  if (/^-i?vfsoverlay/.test(name)) return 'it shows the compiler other files than there are';
  if (/^-fmodule-(file|map-file)|^-fprebuilt-module/.test(name)) return 'it loads compiled code into the compiler';
  return undefined;
}

function outsideReason(name: string, value: string, directory: string, project: Project): string | undefined {
  if (name !== '-include' && name !== '-imacros') return undefined;
  const file = isAbsolute(value) ? value : resolve(directory, value);
  return accessTo(file, project) === 'refused' ? 'the file is outside of the project, and no header' : undefined;
}

const alternatives = (names: readonly string[]): string => names.join('|');

/** What changes types, layouts, macros or the meaning of expressions. Values are words and numbers, never paths. */
const featureFlags = alternatives([
  ...['signed-char', 'unsigned-char', 'signed-bitfields', 'unsigned-bitfields', 'short-enums', 'short-wchar'],
  ...[
    'short-double',
    'pack-struct',
    'common',
    'freestanding',
    'hosted',
    'builtin',
    'builtin-\\w+',
    'gnu89-inline',
    'asm',
  ],
  ...['strict-aliasing', 'strict-overflow', 'wrapv', 'wrapv-pointer', 'trapv', 'delete-null-pointer-checks', 'blocks'],
  ...[
    'strict-volatile-bitfields',
    'aapcs-bitfield-\\w+',
    'exceptions',
    'non-call-exceptions',
    'cxx-exceptions',
    'rtti',
  ],
  ...['threadsafe-statics', 'use-cxa-atexit', 'use-cxa-get-exception-ptr', 'enforce-eh-specs', 'sized-deallocation'],
  ...['aligned-new', 'aligned-allocation', 'char8_t', 'coroutines', 'concepts', 'operator-names', 'access-control'],
  ...[
    'elide-constructors',
    'permissive',
    'for-scope',
    'friend-injection',
    'implicit-templates',
    'weak',
    'gnu-keywords',
  ],
  ...['template-depth', 'template-backtrace-limit', 'constexpr-[a-z-]+', 'ms-extensions', 'ms-compatibility'],
  ...['plan9-extensions', 'lax-vector-conversions', 'leading-underscore', 'visibility', 'visibility-inlines-hidden'],
  ...['math-errno', 'fast-math', 'finite-math-only', 'signed-zeros', 'trapping-math', 'rounding-math', 'honor-\\w+'],
  ...['associative-math', 'reciprocal-math', 'unsafe-math-optimizations', 'single-precision-constant', 'fp-contract'],
  ...['fp-model', 'excess-precision', 'tls-model', 'dollars-in-identifiers', 'extended-identifiers', 'jump-tables'],
  ...[
    'input-charset',
    'exec-charset',
    'wide-exec-charset',
    'semantic-interposition',
    'emulated-tls',
    'cxx-static-dtors',
  ],
  ...['keep-static-consts', 'pcc-struct-return', 'reg-struct-return', 'xor-operator', 'declspec', 'strict-flex-arrays'],
  ...[
    'zero-init-padding-bits',
    'strict-enums',
    'strict-return',
    'assume-sane-operator-new',
    'fixed-\\w+',
    'global-isel',
  ],
  ...['zero-initialized-in-bss', 'restrict-self', 'implicit-constexpr', 'gnu-tm', 'short-char', 'register-global'],
]);

const harmless = new RegExp(
  [
    `^-f(no-)?(${featureFlags})(=[\\w.+-]*)?$`,
    /^-m(?!llvm|mlir|tune=|arch=native$|devices-csv)[a-zA-Z0-9_.-]+(=[\w.+,:-]*)?$/.source,
    /^--?std=[\w+:]+$/.source,
    /^--(target=[\w.+-]+|cpu=[\w.+-]+)$/.source,
    /^-(ansi|undef|trigraphs|pthread|nostdinc(\+\+)?|nobuiltininc|EL|EB|traditional(-cpp)?|stdlib=[\w+]+)$/.source,
  ].join('|'),
);
