// Text of the user's program in generated files: identifiers, comments and strings. Whatever the input holds, it stays
// inert: no comment ends early, no string is left.

/**
 * Names that C, its library or gcc's built-in functions have taken, as far as programs are likely to use them for
 * something else.
 */
const reserved = new Set(
  `auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short
  signed sizeof static struct switch typedef union unsigned void volatile while asm typeof bool true false NULL main errno stdin stdout
  stderr abort abs acos acosh alloca asin asinh atan atan2 atanh atexit atof atoi atol atoll bcmp bcopy bsearch bzero cabs calloc carg cbrt
  ceil clock conj copysign cos cosh creal cimag dcgettext dgettext difftime div drem erf erfc execl execle execlp execv execve execvp exit
  exp exp10 exp2 expm1 fabs fclose fdim feof ferror fflush ffs ffsl ffsll fgetc fgetpos fgets fileno finite floor fma fmax fmin fmod fopen
  fork fprintf fprintf_unlocked fputc fputs fread free freopen frexp fscanf fseek fsetpos ftell fwrite gamma getc getchar getenv getline
  gettext getw hypot ilogb imaxabs index isalnum isalpha isascii isblank iscntrl isdigit isgraph isinf islower isnan isprint ispunct isspace
  isupper iswalnum isxdigit j0 j1 jn labs ldexp ldiv lgamma llabs lldiv llrint llround log log10 log1p log2 logb longjmp lrint lround malloc
  memalign memccpy memchr memcmp memcpy memmove mempcpy memset modf nan nearbyint nextafter pause perror popen pow pow10 printf putc putchar
  puts putw qsort rand read realloc remainder remove remquo rename rewind rindex rint round scalb scalbln scalbn scanf setbuf setjmp setvbuf
  signal significand signbit sin sincos sinh snprintf sprintf sqrt srand sscanf stpcpy stpncpy strcasecmp strcat strchr strcmp strcoll strcpy
  strcspn strdup strerror strfmon strftime strlen strncasecmp strncat strncmp strncpy strndup strpbrk strrchr strspn strstr strtod strtok
  strtol strtoul strxfrm system tan tanh tempnam tgamma tmpfile tmpnam toascii tolower toupper trunc ungetc vfprintf vfscanf vprintf vscanf
  vsnprintf vsprintf vsscanf wait write y0 y1 yn linux unix i386 FILE EOF BUFSIZ size_t ssize_t off_t fpos_t va_list jmp_buf sigjmp_buf
  sigsetjmp siglongjmp intmax_t uintmax_t intptr_t uintptr_t imaxdiv imaxdiv_t wchar_t strtoimax strtoumax wcstoimax wcstoumax dprintf
  vdprintf getdelim fdopen pclose ctermid flockfile funlockfile ftrylockfile renameat strsep strsignal strtok_r explicit_bzero setlinebuf
  setbuffer fmemopen open_memstream getc_unlocked getchar_unlocked putc_unlocked putchar_unlocked clearerr clearerr_unlocked strnlen
  locale_t fseeko ftello strlcpy strlcat`.split(/\s+/),
);

/** Gives every thing of the program a C identifier of its own that resembles its name. */
export class Names {
  private readonly taken: Set<string>;

  constructor(outer: Names | undefined, more: Iterable<string> = []) {
    this.taken = new Set([...(outer?.taken ?? reserved), ...more]);
  }

  pick(wanted: string): string {
    const plain = wanted.replace(/[^A-Za-z0-9_]/g, '_').slice(0, 60);
    // Names that begin with an underscore belong to the implementation.
    const word = /^[A-Za-z]/.test(plain) ? plain : `x${plain}`.replace(/^x_+/, '').replace(/^(?![A-Za-z])/, 'x');
    let name = word;
    for (let n = 2; this.taken.has(name); n++) name = `${word}_${n}`;
    this.taken.add(name);
    return name;
  }
}

/** Behind the declaration of what the source calls by another name. */
export function renamed(source: string, name: string): string {
  return source === name || !/^[A-Za-z_]\w*$/.test(source) ? '' : ` /* ${source} */`;
}

const MAX_COMMENT = 120;

/** For a comment of one line. */
export function commentText(text: string): string {
  const plain = text.replace(/[^\x20-\x7e]/g, (c) => (c === '\t' ? '    ' : '?')).replace(/\?\?/g, '? ?');
  const short = plain.length > MAX_COMMENT ? `${plain.slice(0, MAX_COMMENT)}...` : plain;
  return short
    .replace(/\/(?=\*)/g, '/ ')
    .replace(/\*(?=\/)/g, '* ')
    .replace(/\\$/, '\\ ')
    .replace(/\*$/, '* ')
    .trimEnd();
}

/** A C string literal, as data only: never a format. */
export function stringText(text: string): string {
  const short = text.length > 400 ? `${text.slice(0, 400)}...` : text;
  const escaped = [...new TextEncoder().encode(short)].map((byte) => {
    const c = String.fromCharCode(byte);
    return /[\w .,:;()[\]{}<>=+*/&|!#%'~^@$-]/.test(c) ? c : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `"${escaped.join('')}"`;
}
