// An atomic section that was tried on a copy: whether its thread has to wait before it, and for what.

/** An atomic section, tried on a copy. */
export interface Attempt {
  /** It can be gone through now; else it waits for somebody to change what it has read. */
  readonly isOpen: boolean;
  /** Bytes that others may write. */
  readonly reads: readonly ReadBytes[];
  /** The lock that it waits for, if it says so. */
  readonly awaited: Lock | undefined;
  /** It is not open, and its thread keeps the processor while it waits. */
  readonly spins: boolean;
}

export interface Lock {
  readonly address: number;
  readonly size: number;
}

export interface ReadBytes {
  readonly object: number;
  readonly offset: number;
  readonly size: number;
}
