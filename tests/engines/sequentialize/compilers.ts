// The compilers of this machine that translations are compiled with.

import { execFileSync } from 'node:child_process';

/** gcc and a clang, as far as they are there. */
export function installedCompilers(): readonly string[] {
  return ['gcc', 'clang-16', 'clang-22'].filter(isInstalled).slice(0, 2);
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
