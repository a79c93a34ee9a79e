// Numbers of different things are different types: that of an object cannot be taken for that of a context. When the
// program runs, an id is a plain number: it indexes lists and costs nothing.

declare const numbered: unique symbol;

/** Made by a cast, where things of the kind get their numbers. */
export type Id<Thing extends string> = number & { readonly [numbered]: Thing };
