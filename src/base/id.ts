// Numbers that name things: one kind is not mistaken for another, though all of them are indices.

export type Id<Kind extends string> = number & { readonly __id: Kind };
