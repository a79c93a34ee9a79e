// The exact arguments that clang is called with. They are the same for every clang, so that all of them give the same
// accesses at the same positions: no optimisation, no inlining, no hardening, fixed language and debug-information
// versions, no header of this machine that nobody asked for.

import type { TranslationUnit } from './translation-unit.js';

export const defaultTarget = 'x86_64-unknown-linux-gnu';

export interface InvocationOptions {
  readonly target: string;
  /** Of clang, `16.0.6`; undefined where only the embedded one can be meant. */
  readonly version: string | undefined;
  readonly sysroot: string | undefined;
  /** Searched last, after the user's directories and clang's own headers. */
  readonly systemDirectories: readonly string[];
  /** Where the unit's own say otherwise, those count. */
  readonly extraArguments: readonly string[];
}

export function clangArguments(unit: TranslationUnit, options: InvocationOptions): readonly string[] {
  const cplusplus = isCplusplus(unit);
  return [
    `--target=${options.target}`,
    ...output,
    ...codeGeneration,
    ...(Number.parseInt(options.version ?? '', 10) < macroPlacesSince ? [] : ['-Xclang', macroPlaces]),
    ...(namesVectorsByMacros.test(options.target) ? ['-fdebug-macro'] : []),
    ...(arm.test(options.target) ? ['-D__dmb=__dmb_'] : []),
    ...(avr.test(options.target) ? ['-U__flash', '-D__flash='] : []),
    ...messages,
    cplusplus ? '-std=gnu++17' : '-std=gnu17',
    ...(cplusplus ? ['-fno-exceptions'] : []),
    '-nostdlibinc',
    ...(options.sysroot === undefined ? [] : [`--sysroot=${options.sysroot}`]),
    ...forLanguage(options.extraArguments.filter(isUndecided(unit.arguments)), cplusplus),
    ...forLanguage(unit.arguments, cplusplus),
    ...options.systemDirectories.flatMap((directory) => ['-idirafter', directory]),
    fileArgument(unit.file),
    '-o',
    '-',
  ];
}

/** The device is the unit's own, even where clang turns out not to know it. */
function isUndecided(args: readonly string[]): (extra: string) => boolean {
  const namesDevice = args.some((argument) => argument.startsWith('-mmcu='));
  return (extra) => !(namesDevice && extra.startsWith('-mmcu='));
}

/** clang takes what begins with `@` for a file of flags, and what begins with `-` for a flag. */
export function fileArgument(file: string): string {
  return /^[@-]/.test(file) ? `./${file}` : file;
}

/**
 * Forced includes go to the front end itself: the driver would take a precompiled header that lies beside one
 * instead, which nobody has checked.
 */
export function withPlainIncludes(args: readonly string[]): readonly string[] {
  const plain: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]!;
    const forced = args[at - 1] === '-Xclang' ? null : /^-include(?!-pch$)(.*)$/s.exec(argument);
    const file = forced?.[1] === '' ? args[++at] : forced?.[1];
    if (forced === null || file === undefined) plain.push(argument);
    else plain.push('-Xclang', '-include', '-Xclang', file);
  }
  return plain;
}

/** The value of the last `--sysroot` or `-isysroot` among `args`. */
export function sysrootOf(args: readonly string[]): string | undefined {
  let found: string | undefined;
  for (const [at, argument] of args.entries()) {
    if (argument.startsWith('--sysroot=')) found = argument.slice('--sysroot='.length);
    else if (argument === '--sysroot' || argument === '-isysroot') found = args[at + 1];
  }
  return found;
}

/**
 * Where a macro's argument is accessed: newer clangs say where the argument stands, older ones where the macro is
 * used. The option that makes them all the same is unknown to those that do it unasked.
 */
export const macroPlaces = '-debug-info-macro-expansion-loc';
const macroPlacesSince = 22;

/** Only macros of the device's header tell the numbers of its vectors, and packs speak of vectors by name. */
const namesVectorsByMacros = /^msp430/;

/** Newer clangs have a builtin `__dmb`, with another type than the function that libopencm3 defines. */
const arm = /^(?:arm|thumb)/;

/**
 * What lies in flash is constant data here, wherever it lies. As an address space, which clang makes of it, it could
 * not be given what `PSTR` returns: avr-gcc takes that.
 */
const avr = /^avr/;

const output = ['--no-default-config', '-S', '-emit-llvm', '-O0', '-g', '-gdwarf-4', '-gcolumn-info'];

const codeGeneration = [
  // Even without optimisation, always_inline functions would be inlined: `__disable_irq()` has to stay a call.
  ...['-Xclang', '-disable-llvm-passes'],
  '-fdiscard-value-names',
  '-fno-stack-protector',
  '-fno-pic',
  // Headers of older firmware define variables; compilers then took those definitions for one.
  '-fcommon',
];

const messages = [
  '-Wno-everything',
  '-Qunused-arguments',
  '-fno-color-diagnostics',
  '-fno-crash-diagnostics',
  // Errors since clang 16, and common in older firmware: told to the user, and gone on with.
  ...['-Wimplicit-function-declaration', '-Wno-error=implicit-function-declaration'],
  ...['-Wimplicit-int', '-Wno-error=implicit-int'],
];

function isCplusplus(unit: TranslationUnit): boolean {
  const language = unit.arguments.lastIndexOf('-x');
  if (language !== -1) return unit.arguments[language + 1]?.startsWith('c++') === true;
  return !/\.(c|i)$/i.test(unit.file);
}

/** Flags given for all files at once may name a C standard in a project with some C++. */
function forLanguage(args: readonly string[], cplusplus: boolean): readonly string[] {
  return args.filter((argument) => !argument.startsWith('-std=') || argument.includes('++') === cplusplus);
}
