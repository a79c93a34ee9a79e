// Bytes as text and back, wherever it runs: Node's Buffer where there is one, since that is several times faster.

const buffer = (globalThis as { readonly Buffer?: typeof Buffer }).Buffer;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
/** Arguments of one call; engines allow some ten thousand. */
const CHUNK = 8192;

/** Up to so many bytes, it is faster without the Buffer. */
const FEW = 32;

/** One character for each byte. */
export function latin1Text(bytes: Uint8Array): string {
  if (bytes.length <= FEW) {
    let text = '';
    for (let at = 0; at < bytes.length; at++) text += String.fromCharCode(bytes[at]!);
    return text;
  }
  if (buffer !== undefined) return buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/** What is not UTF-8 becomes U+FFFD. */
export function utf8Text(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}

export function areEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  if (buffer !== undefined) return buffer.compare(a, b) === 0;
  return a.every((byte, at) => byte === b[at]);
}

/** The inverse of `latin1Text`. */
export function latin1Bytes(text: string): Uint8Array {
  if (buffer !== undefined) return buffer.from(text, 'latin1');
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
