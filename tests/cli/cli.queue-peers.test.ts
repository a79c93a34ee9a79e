// Who is at the other end of a queue: a Redis that is spoken to by TLS, and workers of another build of Preempt, which
// refuse, with a message on both sides.

import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasRedis, RedisServer } from '../clang/queue/redis-server.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'preempt-queue-peers-'));
const library = ['library', '--description', join(root, 'examples/library/kernel.json')];

const hasTls = (() => {
  if (!hasRedis) return false;
  const { stdout, stderr } = spawnSync('redis-server', ['--port', '0', '--tls-port', '0'], { encoding: 'utf8' });
  const isOpenssl = spawnSync('openssl', ['version']).status === 0;
  if (isOpenssl && !/Bad directive/.test(stdout + stderr)) return true;
  process.stderr.write('there is no openssl, or a redis-server without TLS: a queue by TLS is not tested\n');
  return false;
})();

interface Ended {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

function preempt(args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const env = { ...process.env, ...environment };
  return new Promise((done) =>
    execFile(
      process.execPath,
      [join(root, 'dist/cli/main.js'), ...args],
      { cwd: root, env, maxBuffer: 2 ** 28 },
      (error, output, errors) => done({ code: error === null ? 0 : Number(error.code), output, errors }),
    ),
  );
}

/** Says when it has said something. */
function startWorker(folder: string, url: string, environment: Readonly<Record<string, string>> = {}) {
  const worker = spawn(process.execPath, [join(folder, 'dist/cli/main.js'), 'worker', '--queue', url, '--jobs', '1'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  worker.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  return async (text: string): Promise<string> => {
    while (!errors.includes(text)) {
      if (worker.exitCode !== null) throw new Error(`it ended: ${errors}`);
      await new Promise((resume) => setTimeout(resume, 20));
    }
    return errors;
  };
}

function freePort(): Promise<number> {
  return new Promise((resume) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resume(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('the other end of a queue', { timeout: 300_000 }, () => {
  it.runIf(hasTls)('is spoken to by TLS, if its certificate is trusted', async () => {
    const [key, certificate] = [join(scratch, 'key.pem'), join(scratch, 'certificate.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
    const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
    execFileSync('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', certificate, ...subject], {
      stdio: 'ignore',
    });
    const redis = new RedisServer();
    const port = await freePort();
    const files = ['--tls-cert-file', certificate, '--tls-key-file', key, '--tls-ca-cert-file', certificate];
    await redis.start('--bind', '127.0.0.1', '--tls-port', String(port), '--tls-auth-clients', 'no', ...files);
    onTestFinished(() => redis.end());
    const trusted = { NODE_EXTRA_CA_CERTS: certificate };
    const alone = await preempt([...library, '--jobs', '1']);
    // By name and by number.
    await startWorker(root, `rediss://localhost:${port}`, trusted)('ready');
    const queued = await preempt([...library, '--queue', `rediss://127.0.0.1:${port}`], trusted);
    expect(queued).toMatchObject({ code: alone.code, output: alone.output });
    expect(queued.errors).not.toMatch(/thread-ended|warning/i);
    const refused = await preempt([...library, '--queue', `rediss://localhost:${port}`]);
    expect(refused.code).toBe(2);
    expect(refused.errors).toMatch(new RegExp(`no queue at rediss://localhost:${port}: self-signed certificate`));
    // What speaks no TLS gets nothing.
    expect((await preempt([...library, '--queue', `redis://localhost:${port}`])).code).toBe(2);
  });

  it.runIf(hasRedis)('is of another build, and refuses', async () => {
    const other = join(scratch, 'other');
    mkdirSync(other);
    cpSync(join(root, 'dist'), join(other, 'dist'), { recursive: true });
    cpSync(join(root, 'package.json'), join(other, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(other, 'node_modules'));
    appendFileSync(join(other, 'dist/cli/preempt.cjs'), '\n// another build\n');
    const redis = new RedisServer();
    await redis.start();
    onTestFinished(() => redis.end());
    const said = startWorker(other, redis.url);
    await said('ready');
    const { code, errors } = await preempt([...library, '--queue', redis.url, '--queue-wait', '4']);
    expect(errors).toMatch(/workers of preempt (\S+) are at the queue; this is preempt (?!\1)\S+, and they refuse/);
    expect(errors).toContain('nobody works at the queue');
    expect(code).toBe(3);
    expect(await said('refusing')).toMatch(/refusing the jobs of preempt (\S+): this is preempt (?!\1)\S+/);
  });
});
