// Compiler flags on Preempt's command line, spelled as every C compiler spells them: taken out before the options are
// parsed.

const withValue = new Set(['-I', '-D', '-U', '-include', '-imacros', '-isystem', '-iquote', '-idirafter', '-x']);
/** Flags that change nothing here (-O2, -Wall, -g, -c) are taken too: command lines get pasted. */
const attached = /^-(?:(?:I|D|U|std=|m|f|isystem|iquote|x).|[OWgw]|c$|pedantic|ansi$)/;

export interface SplitArguments {
  readonly flags: readonly string[];
  readonly rest: readonly string[];
  /** A flag that needs a value stands last. */
  readonly incomplete?: string;
}

/** What follows a lone `--` belongs to clang as well. */
export function splitClangFlags(argv: readonly string[]): SplitArguments {
  const flags: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i]!;
    if (word === '--') {
      flags.push(...argv.slice(i + 1));
      break;
    }
    if (withValue.has(word)) {
      const value = argv[++i];
      if (value === undefined) return { flags, rest, incomplete: word };
      flags.push(word, value);
    } else if (attached.test(word)) flags.push(word);
    else rest.push(word);
  }
  return { flags, rest };
}
