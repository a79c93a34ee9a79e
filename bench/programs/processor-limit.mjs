// A limit of processor time for one check: what a check reaches within it does not depend on what else runs.

/** From now on; of this process. Settings of a request; what is over the limit is `interrupted`. */
export function limited(seconds) {
  const before = process.cpuUsage();
  const signal = {
    get aborted() {
      const { user, system } = process.cpuUsage(before);
      return user + system > seconds * 1e6;
    },
  };
  return { signal, timeout: 86_400 };
}
