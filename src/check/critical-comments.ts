// Annotations of critical accesses that a normal build does not see: comments, `/* preempt-critical-begin: NAME write
// */` and `/* preempt-critical-end: NAME */`, where a statement may stand. They become the calls of preempt.h that
// mean the same; no line moves.

const comment =
  /\/\*\s*preempt-critical-(begin|end):\s*([\w.-]+)(?:\s+(read|write))?\s*\*\/|\/\/\s*preempt-critical-(begin|end):\s*([\w.-]+)(?:\s+(read|write))?[^\S\n]*$/gm;

/** Undefined: there are none. */
export function withCriticalComments(text: string): string | undefined {
  if (!text.includes('preempt-critical-')) return undefined;
  const changed = text.replace(comment, (_, a, name, how, b, otherName, otherHow) => {
    const call = `preempt_critical_${a ?? b}`;
    const isWrite = (how ?? otherHow) === 'read' ? 0 : 1;
    return `{ extern void ${call}(const char *, int); ${call}("${name ?? otherName}", ${isWrite}); }`;
  });
  return changed === text ? undefined : changed;
}
