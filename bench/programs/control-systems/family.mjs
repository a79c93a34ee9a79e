// The control systems of this folder, after Tables 1 and 2 of Liang et al. (2014): how many threads and interrupts each
// has, how it is checked, and how many errors the paper's last and middle columns report. The lines of the sources say
// where the errors are: `// planted NAME: KIND`, and what only looks like one if interrupts are taken for threads,
// `// alarm NAME`. With `-DFIXED` nothing is wrong.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** ISRs are `[name, priority]`, by irq from 1 on; `threads` are without main, which starts them and waits. */
const family = [
  {
    name: 'arm1',
    threads: 2,
    isrs: [
      ['adc_isr', 1],
      ['uart_tx_isr', 2],
    ],
    arrivals: 2,
    errors: 0,
    asThreads: 0,
  },
  {
    name: 'arm2',
    threads: 3,
    isrs: [
      ['uart_rx_isr', 1],
      ['timer_isr', 2],
    ],
    arrivals: 1,
    errors: 1,
    asThreads: 2,
  },
  {
    name: 'arm3',
    threads: 4,
    isrs: [
      ['uart_rx_isr', 1],
      ['uart_tx_isr', 1],
      ['timer_isr', 2],
    ],
    arrivals: 1,
    errors: 2,
    asThreads: 4,
  },
  {
    name: 'ppc1',
    threads: 2,
    isrs: [
      ['radio_isr', 1],
      ['imu_isr', 2],
    ],
    arrivals: 2,
    errors: 1,
    asThreads: 1,
  },
  {
    name: 'ppc2',
    threads: 4,
    isrs: [
      ['radio_isr', 1],
      ['barometer_isr', 1],
      ['imu_isr', 2],
      ['timer_isr', 3],
    ],
    arrivals: 1,
    errors: 1,
    asThreads: 2,
  },
  {
    name: 'ppc3',
    threads: 6,
    isrs: [
      ['radio_isr', 1],
      ['gps_isr', 2],
      ['barometer_isr', 2],
      ['imu_isr', 3],
      ['timer_isr', 4],
    ],
    arrivals: 1,
    errors: 2,
    asThreads: 3,
  },
];

/** Lines of a source by the name that a comment gives: `{ ticks: [39, 44] }`. */
function marked(file, pattern) {
  const lines = {};
  for (const [at, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) (lines[name] ??= []).push(at + 1);
  }
  return lines;
}

/**
 * @returns a list of `{ name, file, threads, isrs, errors, asThreads, planted, alarms, flags, request }`: `flags` are
 * those of `preempt check`, `request` the same for the library; `planted` and `alarms` the marked lines by name
 */
export function controlSystems() {
  return family.map(({ name, isrs, arrivals, ...rest }) => {
    const file = fileURLToPath(new URL(`${name}.c`, import.meta.url));
    return {
      name,
      file,
      ...rest,
      isrs: isrs.length,
      planted: marked(file, /\/\/ planted ([^:]+):/),
      alarms: marked(file, /\/\/ alarm (.+)$/),
      flags: [
        ...isrs.flatMap(([isr, priority], at) => ['--isr', `${isr}:${at + 1}:${priority}`]),
        ...['--arrivals', String(arrivals)],
      ],
      request: {
        paths: [file],
        isrs: isrs.map(([isr, priority], at) => ({ function: isr, irq: at + 1, priority })),
        arrivals,
      },
    };
  });
}

/** Which of the marks the errors of a JSON report are at: names that were hit, and errors that are at none. */
export function atMarks({ file, planted, alarms }, findings) {
  const hit = { planted: new Set(), alarms: new Set(), others: [] };
  for (const finding of findings.filter(({ harm }) => harm !== 'not-shown-harmful')) {
    const lines = finding.accesses.filter((a) => file.endsWith(a.file)).map((a) => a.line);
    const nameIn = (marks) => Object.keys(marks).find((name) => lines.some((line) => marks[name].includes(line)));
    const [error, alarm] = [nameIn(planted), nameIn(alarms)];
    if (error !== undefined) hit.planted.add(error);
    else if (alarm !== undefined) hit.alarms.add(alarm);
    else hit.others.push(finding.id);
  }
  return hit;
}
