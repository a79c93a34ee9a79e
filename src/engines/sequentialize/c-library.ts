// What a translation uses of the C library, declared: headers would take names that programs use for something else,
// and for another machine than this one they would not fit.

const declarations: Readonly<Record<string, string>> = {
  exit: 'void exit(int)',
  malloc: 'void *malloc(size_t)',
  calloc: 'void *calloc(size_t, size_t)',
  free: 'void free(void *)',
  memcpy: 'void *memcpy(void *, const void *, size_t)',
  memmove: 'void *memmove(void *, const void *, size_t)',
  memset: 'void *memset(void *, int, size_t)',
  memcmp: 'int memcmp(const void *, const void *, size_t)',
  memchr: 'void *memchr(const void *, int, size_t)',
  strlen: 'size_t strlen(const char *)',
  strnlen: 'size_t strnlen(const char *, size_t)',
  strcmp: 'int strcmp(const char *, const char *)',
  strncmp: 'int strncmp(const char *, const char *, size_t)',
  strchr: 'char *strchr(const char *, int)',
  strrchr: 'char *strrchr(const char *, int)',
  strstr: 'char *strstr(const char *, const char *)',
  abs: 'int abs(int)',
  labs: 'long labs(long)',
  llabs: 'long long llabs(long long)',
  ...Object.fromEntries(
    'toupper tolower isdigit isalpha isspace isalnum isupper islower isxdigit isprint'
      .split(' ')
      .map((name) => [name, `int ${name}(int)`]),
  ),
};

/** Of those that the text calls. */
export function libraryDeclarations(text: readonly string[]): readonly string[] {
  return Object.entries(declarations).flatMap(([name, declaration]) => {
    const call = new RegExp(`\\b${name}\\(`);
    return text.some((line) => call.test(line)) ? [`extern ${declaration};`] : [];
  });
}

/** The types of <stdint.h> and <stddef.h>: all compilers have these headers, some checkers do not. */
export const builtInTypes: readonly string[] = [
  ...[8, 16, 32, 64].flatMap((bits) => [
    `typedef __INT${bits}_TYPE__ int${bits}_t;`,
    `typedef __UINT${bits}_TYPE__ uint${bits}_t;`,
  ]),
  'typedef __UINTPTR_TYPE__ uintptr_t;',
  'typedef __INTPTR_TYPE__ intptr_t;',
  'typedef __SIZE_TYPE__ size_t;',
  'typedef __PTRDIFF_TYPE__ ptrdiff_t;',
];
