// A farm that nobody has here (docs/scale.md): jobs from one run by way of one Redis to 10, 100 and 1000 workers,
// simulated event by event. The run makes jobs one after the other, Redis serves one request after the other, each
// worker does one job at a time; how long a job takes is spread exponentially. What Redis needs for a job was measured
// with two workers on one machine; what the run needs, and the way between, is assumed. Shown is how busy the workers
// are, 1 is always, and when the queue is what everybody waits for.

/** Seconds of the run for each job: a program of `--each` is compiled and loaded first; a batch of models is not. */
const RUN_SECONDS = { program: 0.02, models: 0.001 };
/** Seconds of Redis for each job, all its requests together; in how many pieces, and with which way between. */
const REDIS_SECONDS = 0.0015;
const REQUESTS = { before: 6, after: 6 };
const WAY_SECONDS = 0.0005;
/** Jobs for each worker. */
const EACH = 20;

/** A server that does one thing after the other: when it is done with what comes at `at`. */
class Server {
  free = 0;
  busy = 0;
  serve(at, seconds) {
    this.free = Math.max(this.free, at) + seconds;
    this.busy += seconds;
    return this.free;
  }
}

/** Those that come first are served first. */
class Agenda {
  heap = [];
  push(at, what) {
    const { heap } = this;
    let n = heap.push({ at, what }) - 1;
    while (n > 0 && heap[(n - 1) >> 1].at > heap[n].at) {
      const up = (n - 1) >> 1;
      [heap[up], heap[n], n] = [heap[n], heap[up], up];
    }
  }
  pop() {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length === 0) return first;
    heap[0] = last;
    for (let n = 0; ; ) {
      const [left, right] = [2 * n + 1, 2 * n + 2];
      let least = n;
      if (left < heap.length && heap[left].at < heap[least].at) least = left;
      if (right < heap.length && heap[right].at < heap[least].at) least = right;
      if (least === n) return first;
      [heap[least], heap[n], n] = [heap[n], heap[least], least];
    }
  }
}

/** The same numbers every time. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
}

export function simulate(workers, jobSeconds, runSeconds) {
  const next = random(1);
  const [run, redis, agenda] = [new Server(), new Server(), new Agenda()];
  const piece = REDIS_SECONDS / (REQUESTS.before + REQUESTS.after);
  const jobs = workers * EACH;
  // Others are served between them, so Redis is asked once for all of them, and the ways come on top.
  const requests = (at, count) => redis.serve(at, count * piece) + 2 * count * WAY_SECONDS;
  const waiting = [];
  const idle = Array.from({ length: workers }, (_, n) => n);
  let [worked, end, made] = [0, 0, 0];
  agenda.push(run.serve(0, runSeconds), 'made');
  while (agenda.heap.length > 0) {
    const { at, what } = agenda.pop();
    if (what === 'made') {
      // One that comes is put, and the next one is made meanwhile.
      agenda.push(requests(at, REQUESTS.before / 2), 'put');
      if (++made < jobs) agenda.push(run.serve(at, runSeconds), 'made');
    } else if (what === 'put') waiting.push(at);
    else if (what.kind === 'worked') agenda.push(requests(at, REQUESTS.after), { kind: 'done', worker: what.worker });
    else {
      idle.push(what.worker);
      end = Math.max(end, at);
    }
    while (waiting.length > 0 && idle.length > 0) {
      const worker = idle.pop();
      waiting.pop();
      const seconds = -Math.log(next()) * jobSeconds;
      worked += seconds;
      const begun = requests(at, REQUESTS.before / 2);
      agenda.push(begun + seconds, { kind: 'worked', worker });
    }
  }
  return { busy: worked / (workers * end), redis: redis.busy / end, perSecond: jobs / end };
}

export async function run() {
  const rows = {};
  for (const [kind, runSeconds] of Object.entries(RUN_SECONDS))
    for (const seconds of [0.1, 1, 10, 60])
      for (const workers of [10, 100, 1000]) {
        const { busy, redis, perSecond } = simulate(workers, seconds, runSeconds);
        rows[`${kind} of ${seconds} s, ${workers} workers`] = { busy, 'Redis busy': redis, 'jobs/s': perSecond };
      }
  return rows;
}
