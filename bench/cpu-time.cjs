// Loaded into a process that is measured: at its end, the processor time of all of its threads, without that of the
// programs that it has started (clang), and the time on the clock since it was loaded are added to a file.

const { appendFileSync } = require('node:fs');

const start = performance.now();
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  appendFileSync(process.env.CPU_TIME_FILE, `${(user + system) / 1e6} ${(performance.now() - start) / 1000}\n`);
});
