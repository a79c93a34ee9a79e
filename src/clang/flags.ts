// Compiler flags as users write them, for gcc or clang, reduced to those that change the meaning of the program.
// What only concerns optimisation, warnings, output and linking goes without a word; what would change the meaning and
// can't be honoured is named. Flags that clang turns out not to know are found later, by asking it (compile.ts).

import { isAbsolutePath, pathIn } from '../base/path.js';

export interface CleanFlags {
  readonly arguments: readonly string[];
  /** gcc's own flags without meaning here; worth a note. */
  readonly dropped: readonly string[];
  /** True for `-x assembler…`: not a C file at all. */
  readonly assembler: boolean;
}

/** Positional arguments (the source, objects, libraries) are dropped too. */
export function cleanFlags(flags: readonly string[]): CleanFlags {
  const kept: string[] = [];
  const dropped: string[] = [];
  let assembler = false;
  for (let at = 0; at < flags.length; at++) {
    const flag = flags[at]!;
    const takesValue = separateValue.has(flag);
    const value = takesValue ? flags[++at] : undefined;
    if (!flag.startsWith('-') || flag === '-') continue;
    if (flag === '-x' || flag.startsWith('-x')) {
      const language = value ?? flag.slice(2);
      assembler = language.startsWith('assembler');
      if (!assembler && language !== 'none') kept.push('-x', language);
      continue;
    }
    if (withoutMeaning.test(flag)) continue;
    if (onlyGcc.test(flag)) dropped.push(flag);
    else if (takesValue && value === undefined) kept.push(flag);
    else if (takesValue) kept.push(flag, value!);
    else kept.push(flag.startsWith('-std=') ? knownStandard(flag) : flag);
  }
  return { arguments: kept, dropped, assembler };
}

/** Whether the last word on optimisation is that there is to be none: undefined where there is no word on it. */
export function saysUnoptimised(flags: readonly string[]): boolean | undefined {
  const last = flags.findLast((flag) => /^-O(?:[0-9sgz]|fast)?$/.test(flag));
  return last === undefined ? undefined : last === '-O0';
}

/** Makes the paths inside `flags` independent of the working directory. */
export function anchorFlags(flags: readonly string[], directory: string, exists: (file: string) => boolean): string[] {
  const anchored: string[] = [];
  for (let at = 0; at < flags.length; at++) {
    const flag = flags[at]!;
    const separate = pathFlags.includes(flag);
    const joined = separate ? undefined : pathFlags.find((name) => flag.startsWith(name) && flag.length > name.length);
    if (separate && at + 1 < flags.length) anchored.push(flag, anchor(flag, flags[++at]!, directory, exists));
    else if (joined !== undefined) anchored.push(joined + anchor(joined, flag.slice(joined.length), directory, exists));
    else anchored.push(flag);
  }
  return anchored;
}

function anchor(flag: string, path: string, directory: string, exists: (file: string) => boolean): string {
  // `=dir` and `$SYSROOT` are relative to the sysroot.
  if (path.startsWith('=') || path.startsWith('$') || isAbsolutePath(path)) return path;
  const absolute = pathIn(directory, path);
  // A forced include is also searched for in the include directories.
  return (flag === '-include' || flag === '-imacros') && !exists(absolute) ? path : absolute;
}

/** Longer names before their own prefixes. */
const pathFlags = [
  '-idirafter',
  '-include',
  '-imacros',
  '-isystem',
  '-isysroot',
  '-iquote',
  '--sysroot=',
  '--sysroot',
  '-I',
];

export function hasSeparateValue(flag: string): boolean {
  return separateValue.has(flag);
}

/** The folders and files that `flags` name, relative ones from `directory`. */
export function pathsIn(flags: readonly string[], directory: string): readonly string[] {
  const anchored = anchorFlags(flags, directory, () => true);
  return anchored.flatMap((flag, at) => {
    const before = anchored[at - 1];
    if (before !== undefined && pathFlags.includes(before)) return isAbsolutePath(flag) ? [flag] : [];
    const name = pathFlags.find((each) => flag.startsWith(each));
    const path = name === undefined ? '' : flag.slice(name.length);
    return isAbsolutePath(path) ? [path] : [];
  });
}

const separateValue: ReadonlySet<string> = new Set([
  ...[
    '-I',
    '-D',
    '-U',
    '-include',
    '-imacros',
    '-isystem',
    '-iquote',
    '-idirafter',
    '-isysroot',
    '--sysroot',
    '-iprefix',
  ],
  ...[
    '-iwithprefix',
    '-iwithprefixbefore',
    '-x',
    '-Xclang',
    '-target',
    '--target',
    '-arch',
    '--param',
    '-T',
    '-o',
    '-MF',
  ],
  ...[
    '-MT',
    '-MQ',
    '-MJ',
    '-L',
    '-l',
    '-u',
    '-z',
    '-e',
    '-A',
    '-B',
    '-Xlinker',
    '-Xassembler',
    '-Xpreprocessor',
    '-mllvm',
  ],
  ...['-aux-info', '-dumpbase', '-dumpdir', '-auxbase', '-auxbase-strip', '-include-pch', '--cpu', '-wrapper', '-G'],
]);

/** Whether it concerns only optimisation, warnings, output or linking. */
export function isWithoutMeaning(flag: string): boolean {
  return withoutMeaning.test(flag);
}

const withoutMeaning = new RegExp(
  [
    /^-(c|S|E|P|C|o|v|s|w|r|e|u|z|A|B|G|pipe|pie|no-pie|static|static-pie|shared|rdynamic|pg|p|pass-exit-codes)$/,
    /^-(###|target|arch|nostdlib|nostartfiles|nodefaultlibs|nolibc|wrapper|emit-llvm|mllvm|aux-info|dump(base|dir)|auxbase.*)$/,
    /^-(no-integrated-cpp|Qn|Qunused-arguments)$|^-(o|B|M[FJQT])./,
    /^-(O|g|M[DFGJMPQT]*$|W|L|l|T|Xlinker|Xassembler|Xpreprocessor|pedantic|save-temps|include-pch|mtune=|march=native$)/,
    /^--?(target=|target$|coverage|static-|shared-|verbose|pedantic|output|debug|no-warnings|cpu$|cpu=|param)/,
    /^-f(no-)?(pic|PIC|pie|PIE|lto|fat-lto|sanitize|stack-(protector|usage|clash|limit|check)|profile|coverage|test-coverage)/,
    /^-f(no-)?(instrument-functions|diagnostics|color-diagnostics|caret|message-length|time-report|syntax-only|modules)/,
    /^-f(no-)?(data-sections|function-sections|use-ld|debug-prefix-map|file-prefix-map|macro-prefix-map|omit-frame-pointer)/,
    /^-f(no-)?(trivial-auto-var-init|verbose-asm|ident|asynchronous-unwind-tables|unwind-tables|discard-value-names)/,
    /^-f(no-)?(crash-diagnostics|error-limit|ansi-escape|debug-|merge-constants|optimize-sibling|inline|unroll|reorder)/,
    // gcc's libraries and optimisations.
    /^--?specs=[^/\\]*$|^--gcc-toolchain=|^-f(no-)?(tree-|ipa-|gcse|ivopts|sched|branch-|caller-saves|crossjumping)/,
    /^-f(no-)?(cse-|ira-|loop-|expensive-opt|if-conversion|callgraph-info|conserve-stack|selective-sched|shrink-wrap)/,
    /^-f(no-)?(split-wide|web$|toplevel-reorder|defer-pop|printf-return-value|malloc-dce|cyclomatic-complexity|align-)/,
    /^-f(no-)?(keep-inline|guess-branch|peephole|section-anchors|max-errors|track-macro-expansion|compare-elim|dce$)/,
    /^-f(no-)?(dse$|forward-propagate|partial-inlining|rename-registers|hoist-adjacent|code-hoisting|store-merging)/,
    /^-f(no-)?(vect-cost|early-inlining|optimize-strlen|stdarg-opt|lifetime-dse|integrated-as)/,
    /^-f(no-)?(save-optimization|embed-bitcode|split-lto|whole-program|use-linker-plugin|dump-|openmp|working-directory)/,
  ]
    .map((part) => part.source)
    .join('|'),
);

/** gcc's own, without meaning here. */
export const onlyGcc = new RegExp(
  [
    /^--?specs=.*[/\\]/,
    /^-f(no-)?plugin/,
    /^-m(no-)?(thumb-interwork|apcs|slow-flash-data|tpcs-|sched-|poke-function-name|call-prologues|interrupts|accumulate-args)/,
    /^-m(no-)?(short-calls|tiny-stack|strict-X|gas-isr-prologues|main-is-OS_task|code-region|data-region|inrt|devices-csv)/,
  ]
    .map((part) => part.source)
    .join('|'),
);

/** Flags that change sizes or layouts: leaving one out deserves more than a note. */
export const changesLayout =
  /^-(mint8|mlarge|mdouble=|mlong-double|fshort-double|fpack-struct|fshort-enums|fshort-wchar|mabi=|m16|m32|m64)/;

/** Newer spellings that clang 16 does not know yet. */
function knownStandard(flag: string): string {
  return flag.replace(/^-std=(c|gnu)23$/, '-std=$12x').replace(/^-std=iso9899:2024$/, '-std=c2x');
}
