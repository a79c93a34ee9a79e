// One thing that the outside can tell two executions apart by.

export interface Difference {
  readonly kind: 'end' | 'memory' | 'effect' | 'return';
  /** `PORTB`, followed by `is set to 0x01` in one and `is set to 0x02` in the other execution. */
  readonly subject: string;
  readonly original: string;
  readonly other: string;
}
