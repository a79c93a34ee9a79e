// Paths as text, whatever machine they come from and whatever machine looks at them: `C:\a` and `\\host\share` are
// Windows's, and only in those is a backslash a separator.

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || isWindowsPath(path);
}

/** Without `.`, `..` and doubled separators. */
export function normalPath(path: string): string {
  return isWindowsPath(path) ? normal(path, /[\\/]+/, '\\') : normal(path, /\/+/, '/');
}

/** What a name means in a folder. */
export function pathIn(folder: string, name: string): string {
  return normalPath(isAbsolutePath(name) || folder === '' ? name : `${folder}/${name}`);
}

/** With forward slashes; undefined for a path that does not lie below the folder. Both are absolute. */
export function pathBelow(folder: string, path: string): string | undefined {
  const [above, below] = [forward(normalPath(folder)), forward(normalPath(path))];
  const start = above.endsWith('/') ? above : `${above}/`;
  return below.startsWith(start) && below.length > start.length ? below.slice(start.length) : undefined;
}

/** Separators of its own machine into those of everybody. */
export function forward(path: string): string {
  return isWindowsPath(path) ? path.replaceAll('\\', '/') : path;
}

/** The last name in it. */
export function nameIn(path: string): string {
  return forward(path).split('/').filter(Boolean).at(-1) ?? '';
}

function isWindowsPath(path: string): boolean {
  return /^(?:[A-Za-z]:[\\/]|\\\\)/.test(path);
}

function normal(path: string, separators: RegExp, separator: string): string {
  const root = /^(?:[A-Za-z]:[\\/]|\\\\|[\\/])?/.exec(path)![0];
  const kept: string[] = [];
  for (const part of path.slice(root.length).split(separators)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (root === '') kept.push(part);
  }
  const isFolder = kept.length > 0 && separators.test(path.at(-1)!);
  const text = root.replaceAll(/[\\/]/g, separator) + kept.join(separator) + (isFolder ? separator : '');
  return text === '' ? '.' : text;
}
