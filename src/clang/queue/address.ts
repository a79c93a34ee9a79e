// Where a queue is: what somebody wrote, as the client takes it, and as it may be shown. Passwords come by the URL or
// by the environment, and are in no message.

import { isIP } from 'node:net';

export interface QueueAddress {
  /** Without user and password. */
  readonly shown: string;
  readonly options: RedisPlace;
  /** Takes secrets out of what somebody else has written. */
  readonly redacted: (text: string) => string;
}

/** As ioredis takes it. */
export interface RedisPlace {
  readonly host?: string;
  readonly port?: number;
  /** A Unix socket. */
  readonly path?: string;
  readonly username?: string;
  readonly password?: string;
  readonly db?: number;
  readonly tls?: { readonly servername?: string };
}

type Environment = Readonly<Record<string, string | undefined>>;

const WANTED = 'redis://HOST[:PORT][/DB], rediss://… for TLS, or unix:PATH of a socket is needed';

/** A text is what is wrong with it. */
export function queueAddress(written: string | undefined, environment: Environment): QueueAddress | string {
  const isFromEnvironment = written === undefined || written === 'env';
  const url = isFromEnvironment ? environment.PREEMPT_QUEUE : written;
  if (url === undefined || url === '')
    return written === undefined ? `--queue: ${WANTED}, or PREEMPT_QUEUE` : '--queue env: PREEMPT_QUEUE is not set';
  const place = placeOf(url);
  // What is wrong may hold a password.
  if (place === undefined) return isFromEnvironment ? `PREEMPT_QUEUE: ${WANTED}` : `--queue: ${WANTED}`;
  // What is set to nothing is not set.
  const username = environment.PREEMPT_QUEUE_USER || place.username;
  const password = environment.PREEMPT_QUEUE_PASSWORD || place.password;
  const secrets = [password, username === 'default' ? undefined : username].flatMap((secret) =>
    secret === undefined || secret === '' ? [] : [secret, encodeURIComponent(secret)],
  );
  return {
    shown: shownPlace(place),
    options: {
      ...place,
      ...(username === undefined ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    },
    redacted: (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '***'), text),
  };
}

function placeOf(text: string): RedisPlace | undefined {
  const path = /^(?:redis\+unix:\/\/|unix:(?:\/\/(?=\/))?)?(\/[^?]+)(?:\?db=(\d+))?$/.exec(text);
  if (path !== null) return { path: path[1]!, ...database(path[2]) };
  if (!/^rediss?:\/\//.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search } = new URL(text);
  if (hostname === '' || search !== '' || !/^\/?\d*$/.test(pathname)) return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  return {
    host,
    port: port === '' ? 6379 : Number(port),
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
    ...database(pathname.replace('/', '')),
    // A number is no name that a server could be asked for.
    ...(protocol === 'rediss:' ? { tls: isIP(host) === 0 ? { servername: host } : {} } : {}),
  };
}

function database(number: string | undefined): { readonly db?: number } {
  return number === undefined || number === '' ? {} : { db: Number(number) };
}

function shownPlace({ path, host, port, db, tls }: RedisPlace): string {
  const at = path === undefined ? `redis${tls === undefined ? '' : 's'}://${host}:${port}` : `unix:${path}`;
  return db === undefined ? at : path === undefined ? `${at}/${db}` : `${at}?db=${db}`;
}
