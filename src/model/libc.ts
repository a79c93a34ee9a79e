// What functions of libc do to memory, for when their bodies are not there. Effects on contexts are in
// packs/every-platform.ts.

/**
 * libc functions by what they do to memory: which arguments they read and write through, and whose pointer they return.
 */
export interface ExternalSummary {
  readonly reads: readonly number[] | 'all';
  readonly writes: readonly number[];
  readonly returns?: number;
  /** The argument that says how many bytes it writes at most. */
  readonly limit?: number;
  /** The argument in which a text is left that ends within its object; if it `returns` that, exactly that. */
  readonly text?: number;
  /** It waits for time to pass, or for a device. */
  readonly mayWait?: true;
}

const pure: ExternalSummary = { reads: [], writes: [] };
const readsAll: ExternalSummary = { reads: 'all', writes: [] };
const copies: ExternalSummary = { reads: [1], writes: [0], returns: 0 };
const finds: ExternalSummary = { reads: [0], writes: [], returns: 0 };
const findsText: ExternalSummary = { reads: [0, 1], writes: [], returns: 0 };

/** They work on what they are given alone. */
const numbers = ['abs', 'labs', 'llabs', 'imaxabs', 'srand', 'random', 'srandom', 'difftime'];
const characters = ['alnum', 'alpha', 'ascii', 'blank', 'cntrl', 'digit', 'graph', 'lower', 'print', 'punct', 'space']
  .concat('upper', 'xdigit')
  .map((kind) => `is${kind}`)
  .concat('toupper', 'tolower', 'toascii');
const mathematics = ['sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'atan2', 'sinh', 'cosh', 'tanh', 'asinh', 'acosh']
  .concat('atanh', 'sqrt', 'cbrt', 'hypot', 'pow', 'exp', 'exp2', 'expm1', 'log', 'log2', 'log10', 'log1p', 'logb')
  .concat('ilogb', 'floor', 'ceil', 'trunc', 'round', 'rint', 'nearbyint', 'lround', 'llround', 'lrint', 'llrint')
  .concat('fabs', 'fmod', 'remainder', 'fma', 'fmin', 'fmax', 'fdim', 'copysign', 'ldexp', 'scalbn', 'scalbln')
  .concat('nextafter', 'erf', 'erfc', 'tgamma', 'lgamma')
  .flatMap((name) => [name, `${name}f`, `${name}l`])
  .concat('square', 'isnan', 'isinf', 'isfinite', 'signbit');

/** The argument that they write a second result to. */
const splitting: Readonly<Record<string, number>> = { modf: 1, frexp: 1, remquo: 2 };

export const externalSummaries: Readonly<Record<string, ExternalSummary>> = {
  ...Object.fromEntries([...numbers, ...characters, ...mathematics].map((name) => [name, pure])),
  ...Object.fromEntries(
    ['sleep', 'usleep', 'putchar', 'getchar'].map((name) => [name, { ...pure, mayWait: true as const }]),
  ),
  ...Object.fromEntries(
    ['strlen', 'strnlen', 'strcmp', 'strncmp', 'strcasecmp', 'strncasecmp', 'strcoll', 'strspn', 'strcspn', 'memcmp']
      .concat('bcmp', 'strlen_P', 'strcmp_P', 'strncmp_P', 'memcmp_P', 'atoi', 'atol', 'atoll', 'atof')
      .map((name) => [name, readsAll]),
  ),
  ...Object.fromEntries(
    Object.entries(splitting).flatMap(([name, to]) =>
      [name, `${name}f`, `${name}l`].map((n) => [n, { reads: [], writes: [to] }]),
    ),
  ),
  ...Object.fromEntries(
    ['printf', 'puts', 'fprintf', 'fputs', 'fputc', 'putc', 'perror', 'vprintf', 'vfprintf', 'fflush'].map((name) => [
      name,
      { ...readsAll, mayWait: true as const },
    ]),
  ),
  ...Object.fromEntries(
    ['strcpy', 'strcat', 'strncat', 'strcpy_P', 'strcat_P'].map((name) => [name, { ...copies, text: 0 }]),
  ),
  ...Object.fromEntries(
    ['strncpy', 'strncpy_P', 'memcpy_P', 'stpcpy', 'stpncpy', 'mempcpy', 'memccpy'].map((name) => [name, copies]),
  ),
  ...Object.fromEntries(['strlcpy', 'strlcat'].map((name) => [name, { reads: [1], writes: [0], text: 0 }])),
  ...Object.fromEntries(
    ['strupr', 'strlwr', 'strrev'].map((name) => [name, { reads: [0], writes: [0], returns: 0, text: 0 }]),
  ),
  ...Object.fromEntries(
    ['strchr', 'strrchr', 'strchrnul', 'memchr', 'memrchr', 'index', 'rindex'].map((name) => [name, finds]),
  ),
  strxfrm: { reads: [1], writes: [0], text: 0, limit: 2 },
  memmem: { reads: [0, 2], writes: [], returns: 0 },
  ...Object.fromEntries(['strstr', 'strcasestr', 'strpbrk'].map((name) => [name, findsText])),
  ...Object.fromEntries(
    ['sprintf', 'vsprintf', 'sprintf_P', 'vsprintf_P'].map((name) => [name, { reads: 'all', writes: [0], text: 0 }]),
  ),
  ...Object.fromEntries(
    ['snprintf', 'vsnprintf', 'snprintf_P', 'vsnprintf_P'].map((name) => [
      name,
      { reads: 'all', writes: [0], text: 0, limit: 1 },
    ]),
  ),
  ...Object.fromEntries(
    ['itoa', 'utoa', 'ltoa', 'ultoa'].map((name) => [name, { reads: [], writes: [1], returns: 1, text: 1 }]),
  ),
  dtostrf: { reads: [], writes: [3], returns: 3, text: 3 },
  ...Object.fromEntries(
    ['strtol', 'strtoul', 'strtoll', 'strtoull', 'strtod', 'strtof', 'strtold'].map((name) => [
      name,
      { reads: [0], writes: [1] },
    ]),
  ),
};
