// What belongs to the program that is checked, and what of the rest of the disk it may have: somebody else's folder
// must neither run programs nor get the content of files that are none of its business into a report. Paths are
// compared after links are resolved. The whole promise is in docs/security.md.

import { existsSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Plain data, for other threads. All paths are real ones. */
export interface Project {
  /** The user vouches for the project: it may do what it likes. */
  readonly isTrusted: boolean;
  /** The folders, and single files, that are checked. */
  readonly roots: readonly string[];
  /**
   * The working directory and the folders of named files: their C is part of the project, what else lies there need
   * not be.
   */
  readonly surroundings: readonly string[];
  /** What the command line names as headers, what known compilers say of theirs, and Preempt's own. */
  readonly headers: readonly string[];
  /** Where libraries for developers are installed: their sources and headers are nobody's secret. */
  readonly libraries: readonly string[];
}

/** `shown`: may be read and quoted. `hidden`: clang may read it, nobody quotes it. `refused`: nobody reads it. */
export type FileAccess = 'shown' | 'hidden' | 'refused';

interface ProjectOptions {
  readonly trust?: boolean;
  /** Folders and files that the user named for headers. */
  readonly headers?: readonly string[];
  readonly workingDirectory?: string;
  readonly home?: string;
}

/**
 * `paths` are what the user named. They are the project; so are the working directory and the folders of named files
 * where a build file shows that they are one, and the folder around a folder for build results that has a
 * compile_commands.json.
 */
export function projectOf(paths: readonly string[], options: ProjectOptions = {}): Project {
  const home = realPath(options.home ?? homedir());
  const isModest = (folder: string): boolean => dirname(folder) !== folder && !isWithin(home, [folder]);
  const roots: string[] = [];
  const around = [realPath(options.workingDirectory ?? process.cwd())];
  for (const path of paths) {
    // Not the folder of what a link leads to: the link may be part of what is checked.
    const folder = isFolder(path) ? realPath(path) : realPath(dirname(resolve(path)));
    if (isFolder(path)) roots.push(folder);
    else {
      roots.push(join(folder, basename(path)));
      around.push(folder);
    }
    if (existsSync(join(folder, 'compile_commands.json'))) around.push(aroundBuildFolders(folder));
  }
  const modest = around.filter(isModest);
  const all = outermost([...roots, ...modest.filter(looksLikeProject)]);
  return {
    isTrusted: options.trust === true,
    roots: all,
    surroundings: outermost(modest).filter((folder) => !isWithin(folder, all)),
    headers: outermost((options.headers ?? []).map((path) => realPath(path))),
    libraries: libraryFolders(home),
  };
}

export function withHeaders(project: Project, folders: readonly string[]): Project {
  return { ...project, headers: outermost([...project.headers, ...folders.map((path) => realPath(path))]) };
}

export function accessTo(file: string, project: Project): FileAccess {
  if (project.isTrusted) return 'shown';
  const real = realPath(file);
  if (isWithin(real, project.roots) || isWithin(real, project.headers)) return 'shown';
  if (!isNamedLikeC(real)) return 'refused';
  return isWithin(real, project.surroundings) || isWithin(real, project.libraries) ? 'shown' : 'hidden';
}

export function isInProject(path: string, project: Project): boolean {
  return project.isTrusted || isWithin(realPath(path), project.roots);
}

/** Whether somebody who wrote the project could have put it there. */
export function mayBelongTo(project: Project, path: string): boolean {
  return !project.isTrusted && isWithin(realPath(path), [...project.roots, ...project.surroundings]);
}

/** Whether `path`, a name in the project or around it, is a link, or lies behind one, to somewhere else. */
export function leadsOutside(path: string, project: Project): boolean {
  if (project.isTrusted) return false;
  return [project.roots, [...project.roots, ...project.surroundings]].some((folders) => {
    const isInside = prefixes(resolve(path)).map((prefix) => isWithin(realPath(prefix), folders));
    return isInside.includes(true) && !isInside.at(-1);
  });
}

/** `/a/b` → `/`, `/a`, `/a/b` */
function prefixes(path: string): readonly string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...prefixes(parent), path];
}

/**
 * The absolute path without links; of what does not exist, the part that does is resolved. Only the system knows
 * where `link/..` leads.
 */
export function realPath(path: string, links = 0): string {
  const absolute = isAbsolute(path) ? path : `${process.cwd()}${sep}${path}`;
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    if (parent === absolute) return absolute;
    const target = links < 40 ? linkTarget(absolute) : undefined;
    if (target === undefined) return join(realPath(parent, links), basename(absolute));
    return realPath(isAbsolute(target) ? target : `${parent}${sep}${target}`, links + 1);
  }
}

/** Also of a link to what does not exist yet: writing to it makes that. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

export function isWithin(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const way = relative(folder, path);
    return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
  });
}

const sourceOrHeader = /\.(?:[cChHiIS]|ii|inc|inl|def|tcc|tpp|ipp|ll|[ch](?:c|h|pp|xx|\+\+))$/;

/** C++ has headers without an ending; they lie below a folder called `include`. */
function isNamedLikeC(file: string): boolean {
  if (sourceOrHeader.test(file) || basename(file) === 'compile_commands.json') return true;
  return /^\w+$/.test(basename(file)) && /[/\\]include[/\\]/.test(file);
}

const buildFolder = /^(?:\.|_)?(?:cmake-)?(?:build|builddir|out|debug|release|relwithdebinfo|minsizerel)(?:[-_.].*)?$/i;
const signsOfProject = [
  ...['.git', '.hg', '.project', 'CMakeLists.txt', 'meson.build', 'Makefile', 'makefile', 'GNUmakefile', 'SConstruct'],
  ...['platformio.ini', 'prj.conf', 'sdkconfig', 'west.yml', 'package.json', 'preempt.json', 'compile_commands.json'],
];

function looksLikeProject(folder: string): boolean {
  return signsOfProject.some((name) => existsSync(join(folder, name)));
}

function aroundBuildFolders(folder: string): string {
  let around = folder;
  while (buildFolder.test(basename(around)) && dirname(around) !== around) around = dirname(around);
  return looksLikeProject(around) ? around : folder;
}

const librariesByEnvironment = [
  ...['IDF_PATH', 'IDF_TOOLS_PATH', 'ZEPHYR_BASE', 'ZEPHYR_SDK_INSTALL_DIR', 'PICO_SDK_PATH', 'PLATFORMIO_CORE_DIR'],
  ...['ProgramFiles', 'ProgramFiles(x86)'],
];

function libraryFolders(home: string): readonly string[] {
  const named = librariesByEnvironment.flatMap((name) => process.env[name] ?? []).filter((path) => isAbsolute(path));
  const installed = process.platform === 'win32' ? [] : ['/usr', '/opt', '/nix/store', '/Library', '/Applications'];
  const own = ['.platformio', '.espressif', '.arduino15'].map((name) => join(home, name));
  return outermost([...named, ...installed, ...own].filter((path) => existsSync(path)).map((path) => realPath(path)));
}

function outermost(folders: readonly string[]): readonly string[] {
  const all = [...new Set(folders)];
  return all.filter((folder) => !all.some((other) => other !== folder && isWithin(folder, [other])));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
