// The text of a file on the disk, one character for each byte; empty where it cannot be read.

import { readFileSync } from 'node:fs';

export function fileText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
