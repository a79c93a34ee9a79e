// A redis-server of a test's own, on a Unix socket, with an append-only file: it can be killed and started again, and
// ends with the test.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const hasRedis = (() => {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('there is no redis-server: what needs a queue is not tested\n');
    return false;
  }
})();

export class RedisServer {
  readonly folder = mkdtempSync(join(tmpdir(), 'preempt-redis-'));
  readonly socket = join(this.folder, 'redis.sock');
  readonly url = `unix:${this.socket}`;
  private child: ChildProcess | undefined;

  async start(...options: readonly string[]): Promise<void> {
    const fixed = [
      '--unixsocket',
      this.socket,
      '--port',
      '0',
      '--dir',
      this.folder,
      '--save',
      '',
      '--appendonly',
      'yes',
    ];
    this.child = spawn('redis-server', [...fixed, ...options], { stdio: 'ignore' });
    while (!(await this.answers())) await new Promise((resume) => setTimeout(resume, 20));
  }

  /** As if the machine had lost its power, but for its disk. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((resume) => child.once('exit', resume));
    child.kill('SIGKILL');
    await gone;
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private answers(): Promise<boolean> {
    return new Promise((resume) => {
      const socket = connect(this.socket, () => socket.write('PING\r\n'));
      socket.once('data', (answer) => {
        socket.destroy();
        resume(answer.toString().startsWith('+PONG'));
      });
      socket.once('error', () => resume(false));
    });
  }
}
