// Thrown when something impossible happened: a bug in Preempt, never in the input. Caught only in cli/ (exit code 70).

export class InternalError extends Error {
  override readonly name = 'InternalError';
}

/** The end of a switch over a union: unreachable while the switch covers every kind. */
export function assertNever(value: never): never {
  throw new InternalError(`unexpected value ${JSON.stringify(value)}`);
}
