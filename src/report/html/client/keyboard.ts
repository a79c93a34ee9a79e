// Whom a key press is meant for: the page, or the field that the reader types into.

/** Keys belong to the field that has them. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return target !== null && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}

/** A key of the page, not of the browser. */
export function isPlainKey(event: KeyboardEvent): boolean {
  return !isTyping(event) && !event.ctrlKey && !event.metaKey && !event.altKey;
}
