// Bytes as text and back, wherever it runs: Node's Buffer where there is one, since that is several times faster.

const buffer = (globalThis as { readonly Buffer?: typeof Buffer }).Buffer;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();
/** Arguments of one call; engines allow some ten thousand. */
const CHUNK = 8192;

/** One character for each byte. */
export function latin1Text(bytes: Uint8Array): string {
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
