// The time that this process was given by the processors: how long a search may take, however much else the machine
// does.

/** Milliseconds. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
