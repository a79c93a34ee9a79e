// Paths as the embedded clang sees them: it knows only slashes and a single root.

/** Of the process; there is none in a browser. */
const thisPlatform = (globalThis as { readonly process?: { readonly platform: string } }).process?.platform ?? 'linux';

/** clang knows only slashes and a single root: `C:\project\a.c` is `/C:/project/a.c` there. */
export function virtualPath(host: string, platform = thisPlatform): string {
  if (platform !== 'win32') return host;
  const slashed = host.replaceAll('\\', '/');
  return /^[A-Za-z]:\//.test(slashed) ? `/${slashed}` : slashed;
}

/** An argument of clang with the absolute path in it, if any, as clang has to see it. */
export function virtualArgument(argument: string, platform = thisPlatform): string {
  const path = /^(-I|-iquote|-isystem|-idirafter|-include|-imacros|--sysroot=|)([A-Za-z]:[\\/].*)$/s.exec(argument);
  return path === null ? argument : path[1] + virtualPath(path[2]!, platform);
}

/** The inverse of `virtualPath`. */
export function hostPath(path: string, platform = thisPlatform): string {
  return platform === 'win32' && /^\/[A-Za-z]:(\/|$)/.test(path) ? path.slice(1) : path;
}
