// Which machine a compiler builds for, told from its name and its flags, as a target triple of clang.

/**
 * A host compiler's plain name says nothing: the result is then undefined. The last flag wins, as in the compilers
 * themselves.
 */
export function inferTarget(compiler: string | undefined, flags: readonly string[]): string | undefined {
  const explicit = joinedValue(flags, ['--target=']) ?? separateValue(flags, ['-target', '--target']);
  if (explicit !== undefined) return explicit;
  const prefix = compiler === undefined ? undefined : triplePrefix(compiler);
  const family = (prefix === undefined ? undefined : familyOfPrefix(prefix)) ?? familyOfFlags(flags);
  switch (family) {
    case undefined:
      return prefix !== undefined && knownArchitecture.test(prefix) ? prefix : undefined;
    case 'avr':
      return 'avr';
    case 'msp430':
      return 'msp430-none-elf';
    case 'arm':
      return armTarget(prefix, flags);
    case 'riscv':
      return riscvTarget(prefix, flags);
  }
}

/**
 * What a compiler does unasked and clang does not. gcc for bare-metal ARM follows the ABI in making enumerations as
 * small as possible.
 */
export function impliedFlags(compiler: string | undefined): readonly string[] {
  const prefix = compiler === undefined ? undefined : triplePrefix(compiler);
  return prefix !== undefined && familyOfPrefix(prefix) === 'arm' && /g(cc|\+\+)/.test(compiler!)
    ? ['-fshort-enums']
    : [];
}

/** The C macro by which avr-libc knows a device: `attiny3217` → `__AVR_ATtiny3217__`. */
export function avrDeviceMacro(device: string): string {
  const named = /^at(tiny|mega|xmega)(.*)$/.exec(device.toLowerCase());
  const spelled = named === null ? device.toUpperCase() : `AT${named[1]}${named[2]!.toUpperCase()}`;
  return `__AVR_${spelled}__`;
}

/** `my-gcc` names no machine. */
const knownArchitecture =
  /^(x86_64|i[3-6]86|aarch64|arm|thumb|mips|powerpc|ppc|sparc|m68k|xtensa|loongarch|hexagon|s390x|lanai|bpf|wasm)[\w.]*-/;

type Family = 'avr' | 'msp430' | 'arm' | 'riscv';

/** `/opt/bin/arm-none-eabi-gcc-10.3.exe` → `arm-none-eabi`; nothing for `gcc`, `clang-16`, `cc`. */
function triplePrefix(compiler: string): string | undefined {
  const name = compiler.replace(/^.*[/\\]/, '').replace(/\.exe$/i, '');
  return /^(.+)-(?:gcc|g\+\+|cc|c\+\+|cpp|clang|clang\+\+)(?:-[\d.]+)?$/.exec(name)?.[1] ?? namedFamilies.get(name);
}

const namedFamilies: ReadonlyMap<string, string> = new Map([
  ['iccarm', 'arm-none-eabi'],
  ['armcc', 'arm-none-eabi'],
  ['armclang', 'arm-none-eabi'],
  ['iccavr', 'avr'],
  ['icc430', 'msp430'],
  ['cl430', 'msp430'],
  ['iccriscv', 'riscv32'],
]);

function familyOfPrefix(prefix: string): Family | undefined {
  if (/^avr\b/.test(prefix)) return 'avr';
  if (/^msp430\b/.test(prefix)) return 'msp430';
  if (/^riscv/.test(prefix)) return 'riscv';
  if (/^(arm|thumb)\w*-.*eabi/.test(prefix) && !/linux/.test(prefix)) return 'arm';
  return undefined;
}

function familyOfFlags(flags: readonly string[]): Family | undefined {
  const device = joinedValue(flags, ['-mmcu=']);
  if (device !== undefined) return /^(msp|cc)430/i.test(device) ? 'msp430' : 'avr';
  const machine = `${joinedValue(flags, ['-mcpu=', '--cpu=']) ?? separateValue(flags, ['--cpu']) ?? ''} ${joinedValue(flags, ['-march=']) ?? ''}`;
  if (/\b(cortex-[mra]|arm\d|armv\d|sc[03]00)/i.test(machine)) return 'arm';
  if (/\brv(32|64)/.test(machine)) return 'riscv';
  return flags.includes('-mthumb') ? 'arm' : undefined;
}

function armTarget(prefix: string | undefined, flags: readonly string[]): string {
  const cpu = joinedValue(flags, ['-mcpu=', '--cpu=']) ?? separateValue(flags, ['--cpu']);
  const architecture =
    armArchitecture((cpu ?? '').toLowerCase()) ??
    armArchitecture((joinedValue(flags, ['-march=']) ?? '').toLowerCase());
  const hard = joinedValue(flags, ['-mfloat-abi=']) === 'hard' || prefix?.endsWith('eabihf') === true;
  return `${architecture ?? 'arm'}-none-eabi${hard ? 'hf' : ''}`;
}

/** Of a processor name or of an `-march` value. Others than the M profile are left to `-mcpu`, which is passed on. */
function armArchitecture(name: string): string | undefined {
  for (const [pattern, architecture] of armArchitectures) if (pattern.test(name)) return architecture;
  return undefined;
}

const armArchitectures: readonly (readonly [RegExp, string])[] = [
  [/^(cortex-m(0|0plus|1)|sc000)\b|^armv6s?-m/, 'thumbv6m'],
  [/^(cortex-m3|sc300)\b|^armv7-m/, 'thumbv7m'],
  [/^cortex-m[47]\b|^armv7e-m/, 'thumbv7em'],
  [/^cortex-m23\b|^armv8-m\.base/, 'thumbv8m.base'],
  [/^(cortex-m(33|35p)|star-mc1)\b|^armv8-m\.main/, 'thumbv8m.main'],
  [/^cortex-m(52|55|85)\b|^armv8\.1-m\.main/, 'thumbv8.1m.main'],
];

function riscvTarget(prefix: string | undefined, flags: readonly string[]): string {
  const bits =
    /^rv(32|64)/.exec(joinedValue(flags, ['-march=']) ?? '')?.[1] ?? /^riscv(32|64)/.exec(prefix ?? '')?.[1] ?? '32';
  return `riscv${bits}-unknown-elf`;
}

function joinedValue(flags: readonly string[], prefixes: readonly string[]): string | undefined {
  for (const flag of flags.toReversed()) {
    const prefix = prefixes.find((candidate) => flag.startsWith(candidate));
    if (prefix !== undefined) return flag.slice(prefix.length);
  }
  return undefined;
}

function separateValue(flags: readonly string[], names: readonly string[]): string | undefined {
  const at = flags.findLastIndex((flag) => names.includes(flag));
  return at === -1 ? undefined : flags[at + 1];
}
