// Text in memory that threads share: it costs a job no copy of it.

import { utf8Bytes, utf8Text } from './bytes.js';
import { fromPlainJson } from './plain-json.js';

export interface SharedBytes {
  /** Equal for equal content. */
  readonly hash: string;
  readonly bytes: SharedArrayBuffer;
}

export function sharedText(text: string, hash: string): SharedBytes {
  const encoded = utf8Bytes(text);
  const bytes = new SharedArrayBuffer(encoded.length);
  new Uint8Array(bytes).set(encoded);
  return { hash, bytes };
}

/** Of plain data. */
export function sharedValue({ bytes }: SharedBytes): unknown {
  // Decoders refuse memory that others may write.
  return fromPlainJson(utf8Text(new Uint8Array(bytes).slice()));
}
