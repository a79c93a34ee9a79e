// Where everything is kept that can be made again: the user's folder for such things, as each system has one.

import { homedir } from 'node:os';
import { join } from 'node:path';

export function cacheDirectory(): string {
  return process.env.PREEMPT_CACHE ?? usualDirectory();
}

function usualDirectory(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'preempt');
  if (process.platform === 'win32') {
    return join(process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'preempt', 'cache');
  }
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'preempt');
}
