// Files and places as SARIF has them: relative, percent-encoded URIs below %SRCROOT%, `file:` URIs for what lies
// elsewhere, and regions that cover the token at a place, in UTF-16 columns. clang counts columns in bytes of UTF-8.

import type { ArtifactLocation, PhysicalLocation, Region } from 'sarif';
import { utf8Bytes, utf8Text } from '../base/bytes.js';
import { forward, normalPath } from '../base/path.js';
import { wellFormed } from './plain.js';
import type { ReportPlace } from './report.js';

export const sourceRoot = '%SRCROOT%';

export function artifactLocation(file: string): ArtifactLocation {
  const path = forward(normalPath(file));
  if (path.startsWith('/')) return { uri: `file://${encoded(path)}` };
  // A drive of Windows.
  const drive = /^[A-Za-z]:(?=\/)/.exec(path)?.[0];
  if (drive !== undefined) return { uri: `file:///${drive}${encoded(path.slice(drive.length))}` };
  return { uri: encoded(path), uriBaseId: sourceRoot };
}

function encoded(path: string): string {
  return path
    .split('/')
    .map((segment) => encodeURIComponent(wellFormed(segment)))
    .join('/');
}

/** Places of one report: lines and regions are worked out once. */
export class Places {
  private readonly lines = new Map<string, readonly string[]>();
  private readonly regions = new Map<string, Region | undefined>();

  constructor(private readonly sources: ReadonlyMap<string, string>) {}

  physical(place: ReportPlace): PhysicalLocation {
    const region = this.region(place);
    return { artifactLocation: artifactLocation(place.file), ...(region === undefined ? {} : { region }) };
  }

  /** Without its line end; undefined where the file cannot be read or has no such line. */
  line(file: string, line: number): string | undefined {
    let lines = this.lines.get(file);
    if (lines === undefined) {
      lines = this.sources.get(file)?.split(/\r?\n/) ?? [];
      this.lines.set(file, lines);
    }
    return lines[line - 1];
  }

  /** Undefined means the file as a whole. */
  private region(place: ReportPlace): Region | undefined {
    if (place.line < 1) return undefined;
    const key = `${place.line}:${place.column}:${place.file}`;
    let region = this.regions.get(key);
    if (region === undefined) {
      region = regionIn(this.line(place.file, place.line), place.line, place.column);
      this.regions.set(key, region);
    }
    return region;
  }
}

function regionIn(text: string | undefined, line: number, column: number): Region {
  const at = { startLine: line, endLine: line };
  if (column < 1) return { ...at, startColumn: 1, endColumn: Math.max(text?.length ?? 0, 1) + 1 };
  if (text === undefined) return { ...at, startColumn: column, endColumn: column + 1 };
  const start = utf8Text(utf8Bytes(text).subarray(0, column - 1)).length;
  const token = /^(?:[\p{L}\p{N}_$]+|[-+*/%=<>!&|^~?:.]+|.)/u.exec(text.slice(start))?.[0] ?? ' ';
  return { ...at, startColumn: start + 1, endColumn: start + 1 + token.length };
}
