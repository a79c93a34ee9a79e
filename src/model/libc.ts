// What functions of libc do to memory, for when their bodies are not there. Effects on contexts are in
// packs/every-platform.ts.

/**
 * libc functions by what they do to memory: which arguments they read and write through, and whose pointer they return.
 */
export interface ExternalSummary {
  readonly reads: readonly number[] | 'all';
  readonly writes: readonly number[];
  readonly returns?: number;
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

export const externalSummaries: Readonly<Record<string, ExternalSummary>> = {
  ...Object.fromEntries(
    [
      'abs',
      'labs',
      'llabs',
      'srand',
      'toupper',
      'tolower',
      'isdigit',
      'isalpha',
      'isspace',
      'isalnum',
      'isupper',
      'islower',
      'isxdigit',
      'isprint',
      'sin',
      'cos',
      'tan',
      'sqrt',
      'pow',
      'floor',
      'ceil',
      'fabs',
      'fmod',
      'exp',
      'log',
      'log10',
      'round',
      'sinf',
      'cosf',
      'tanf',
      'sqrtf',
      'powf',
      'floorf',
      'ceilf',
      'fabsf',
      'fmodf',
      'atan2',
      'atan',
      'asin',
      'acos',
    ].map((name) => [name, pure]),
  ),
  ...Object.fromEntries(
    ['sleep', 'usleep', 'putchar', 'getchar'].map((name) => [name, { ...pure, mayWait: true as const }]),
  ),
  ...Object.fromEntries(
    ['strlen', 'strnlen', 'strcmp', 'strncmp', 'strcasecmp', 'memcmp', 'atoi', 'atol', 'atoll', 'atof'].map((name) => [
      name,
      readsAll,
    ]),
  ),
  ...Object.fromEntries(
    ['printf', 'puts', 'fprintf', 'fputs', 'fputc', 'putc', 'perror', 'vprintf', 'vfprintf', 'fflush'].map((name) => [
      name,
      { ...readsAll, mayWait: true as const },
    ]),
  ),
  ...Object.fromEntries(['strcpy', 'strcat', 'strncat'].map((name) => [name, { ...copies, text: 0 }])),
  strncpy: copies,
  ...Object.fromEntries(['strchr', 'strrchr', 'memchr', 'index', 'rindex'].map((name) => [name, finds])),
  ...Object.fromEntries(['strstr', 'strpbrk'].map((name) => [name, findsText])),
  ...Object.fromEntries(
    ['sprintf', 'snprintf', 'vsprintf', 'vsnprintf'].map((name) => [name, { reads: 'all', writes: [0], text: 0 }]),
  ),
  ...Object.fromEntries(
    ['itoa', 'utoa', 'ltoa', 'ultoa'].map((name) => [name, { reads: [], writes: [1], returns: 1, text: 1 }]),
  ),
  dtostrf: { reads: [], writes: [3], returns: 3, text: 3 },
  strtol: { reads: [0], writes: [1] },
  strtoul: { reads: [0], writes: [1] },
};
