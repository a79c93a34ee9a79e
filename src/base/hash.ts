// SHA-256 without the platform's own, which a browser gives only asynchronously: for texts that are small or hashed
// once.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function hexHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export function base64Hash(text: string): string {
  return btoa(String.fromCharCode(...sha256(utf8ToBytes(text))));
}
