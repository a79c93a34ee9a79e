// Where a queue is, and what may be shown of it.

import { describe, expect, it } from 'vitest';
import { queueAddress } from '../../../src/clang/queue/address.js';

function address(written: string | undefined, environment: Record<string, string> = {}) {
  const found = queueAddress(written, environment);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

describe('the address of a queue', () => {
  it.each([
    ['redis://farm', { host: 'farm', port: 6379 }, 'redis://farm:6379'],
    ['redis://farm:7000/3', { host: 'farm', port: 7000, db: 3 }, 'redis://farm:7000/3'],
    ['rediss://farm', { host: 'farm', tls: { servername: 'farm' } }, 'rediss://farm:6379'],
    ['rediss://[::1]:7000', { host: '::1', port: 7000, tls: {} }, 'rediss://::1:7000'],
    ['unix:/run/redis.sock', { path: '/run/redis.sock' }, 'unix:/run/redis.sock'],
    ['redis+unix:///run/redis.sock?db=2', { path: '/run/redis.sock', db: 2 }, 'unix:/run/redis.sock?db=2'],
    ['/run/redis.sock', { path: '/run/redis.sock' }, 'unix:/run/redis.sock'],
  ])('%s', (written, options, shown) => {
    expect(address(written)).toMatchObject({ options, shown });
  });

  it('comes from the environment, as does a password', () => {
    const environment = { PREEMPT_QUEUE: 'redis://a:b@farm', PREEMPT_QUEUE_PASSWORD: 'c' };
    expect(address(undefined, environment).options).toMatchObject({ username: 'a', password: 'c' });
    expect(address('env', environment).options).toMatchObject({ host: 'farm' });
    // Set to nothing is not set.
    const empty = { ...environment, PREEMPT_QUEUE_PASSWORD: '', PREEMPT_QUEUE_USER: '' };
    expect(address('env', empty).options).toMatchObject({ username: 'a', password: 'b' });
    expect(queueAddress('env', {})).toContain('PREEMPT_QUEUE is not set');
  });

  it('is shown without secrets, which nobody else tells either', () => {
    const { shown, options, redacted } = address('redis://me:p%3Ass@farm');
    expect(shown).toBe('redis://farm:6379');
    expect(options).toMatchObject({ username: 'me', password: 'p:ss' });
    expect(redacted('WRONGPASS p:ss, me, p%3Ass')).toBe('WRONGPASS ***, ***, ***');
  });

  it.each(['farm', 'http://farm', 'redis://', 'redis://me:secret@farm/x', 'redis://farm?tls=1', 'unix:relative'])(
    'is not %s, and what is wrong is not repeated',
    (written) => {
      const problem = queueAddress(written, {});
      expect(problem).toContain('is needed');
      expect(problem).not.toContain('secret');
    },
  );
});
