// Thrown where the text has an instruction, or an operand, that no interpreter knows: nothing of the statement is
// written then, and it stays as it is. Caught by ./lower.ts alone.

export class UnknownInstruction extends Error {
  /** `text` is the instruction. */
  constructor(readonly text: string) {
    super(text);
  }
}
