// Whom a key press is meant for: the page, or the field that the reader types into.

/** Keys belong to the field that has them. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return target !== null && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
}
