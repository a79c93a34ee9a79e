// Sources as reports quote them. Which file a place lies in, the program itself says (`#line`, debug information of
// LLVM IR): what is not part of it is not shown.

import { readFileSync, statSync } from 'node:fs';
import { accessTo, type Project } from './project.js';

/** Undefined where it cannot be read, or must not be shown. `latin1`: one character for each byte. */
export type ReadSource = (file: string, encoding?: 'utf8' | 'latin1') => string | undefined;

export function sourceReader(project: Project): ReadSource {
  return (file, encoding = 'utf8') => {
    try {
      // A pipe or a device could block for ever.
      if (accessTo(file, project) !== 'shown' || !statSync(file).isFile()) return undefined;
      return readFileSync(file, encoding);
    } catch {
      return undefined;
    }
  };
}
