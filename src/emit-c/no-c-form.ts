// The one way in which writing C fails: no file comes of it, and the message says why.

/** The program has something that has no C form here. */
export class NoCForm extends Error {}
