// What takes long and is alike: `npm test` looks at every so many of them, `.ci/run`, which sets PREEMPT_TEST_SLOW, at
// all.

export function share<T>(all: readonly T[], every: number): readonly T[] {
  return process.env.PREEMPT_TEST_SLOW === undefined ? all.filter((_, n) => n % every === 0) : all;
}
