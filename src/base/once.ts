// Values that are made when somebody asks for them first. A short run must not pay for what it does not use: most of
// its time is what every run does.

export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
