// What the process says when it ends.

export const ExitCode = { ok: 0, findings: 1, badInput: 2, inconclusive: 3, internal: 70, interrupted: 130 } as const;
