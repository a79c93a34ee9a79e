// What functions of libc do to memory, for when their bodies are not there. Effects on contexts are in
// packs/every-platform.ts.

/**
 * libc functions by what they do to memory: which arguments they read and write through, and whose pointer they return.
 */
export interface ExternalSummary {
  readonly reads: readonly number[] | 'all';
  readonly writes: readonly number[];
  readonly returns?: number;
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
      'putchar',
      'getchar',
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
      'sleep',
      'usleep',
      'sched_yield',
      'pthread_self',
      'pthread_exit',
    ].map((name) => [name, pure]),
  ),
  ...Object.fromEntries(
    [
      'printf',
      'puts',
      'fprintf',
      'fputs',
      'fputc',
      'putc',
      'perror',
      'vprintf',
      'vfprintf',
      'strlen',
      'strnlen',
      'strcmp',
      'strncmp',
      'strcasecmp',
      'memcmp',
      'atoi',
      'atol',
      'atoll',
      'atof',
      'fflush',
    ].map((name) => [name, readsAll]),
  ),
  ...Object.fromEntries(['strcpy', 'strncpy', 'strcat', 'strncat'].map((name) => [name, copies])),
  ...Object.fromEntries(['strchr', 'strrchr', 'memchr', 'index', 'rindex'].map((name) => [name, finds])),
  ...Object.fromEntries(['strstr', 'strpbrk'].map((name) => [name, findsText])),
  sprintf: { reads: 'all', writes: [0] },
  snprintf: { reads: 'all', writes: [0] },
  vsprintf: { reads: 'all', writes: [0] },
  vsnprintf: { reads: 'all', writes: [0] },
  strtol: { reads: [0], writes: [1] },
  strtoul: { reads: [0], writes: [1] },
  pthread_mutex_init: { reads: [1], writes: [0] },
  pthread_mutex_destroy: { reads: [], writes: [0] },
};
