// The bus of several processes on one PostgreSQL: LISTEN and NOTIFY over a connection of its own that comes back
// when it breaks.
import pg from 'pg';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { createLocalBus, type EventBus, messagesMissed } from './bus.ts';
import { createNotices } from './notices.ts';

const pgChannel = 'lectern';
/** PostgreSQL takes 8,000 bytes a message. */
const maxBytes = 7_900;
/** What is still to be said when the process ends is said in this time, or not. */
const drainMs = 1_000;
/** Who waits until others know waits no longer. */
const maxMs = 5_000;

interface Options {
  url: string;
  pool: pg.Pool;
  log: Log;
}

export async function createPostgresBus({ url, pool, log }: Options): Promise<EventBus> {
  const origin = newId();
  const missed = JSON.stringify({ origin, name: messagesMissed.name, payload: {} });
  const notices = createNotices({
    // One transaction: its notices arrive in their order, and of equal ones one.
    async sendAll(texts) {
      await pool.query('select pg_notify($1, text) from unnest($2::text[]) as t(text)', [pgChannel, texts]);
    },
    missed,
    log,
  });
  const bus = createLocalBus(log, {
    send(name, payload) {
      const whole = JSON.stringify({ origin, name, payload });
      const isLong = Buffer.byteLength(whole) > maxBytes;
      if (isLong) log.warn({ channel: name }, 'a message is too long for other processes');
      // They are told at least that they missed something.
      notices.send(isLong ? missed : whole);
    },
    flushed: () => notices.sent(maxMs),
    async close() {
      await notices.drain(drainMs);
      await connection.close();
    },
  });
  const onMessage = (text: string) => {
    const message = JSON.parse(text) as { origin: string; name: string; payload: unknown };
    if (message.origin !== origin) bus.receive(message.name, message.payload);
  };
  const onReconnect = () => bus.receive(messagesMissed.name, {});
  const connection = await listen({ url, log, onMessage, onReconnect });
  return bus;
}

interface ListenOptions {
  url: string;
  log: Log;
  onMessage(text: string): void;
  /** The connection was broken and is there again. */
  onReconnect(): void;
}

/** Keeps a listening connection; after a break it tries again, waiting up to ten seconds between attempts. */
async function listen({ url, log, onMessage, onReconnect }: ListenOptions) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'lectern-events',
      keepAlive: true,
    });
    next.on('notification', (message) => message.payload && onMessage(message.payload));
    next.on('error', (error) => log.warn({ error: error.message }, 'lost the event connection'));
    next.on('end', () => reconnect(500));
    await next.connect();
    await next.query(`listen ${pgChannel}`);
    client = next;
  };
  const reconnect = (waitMs: number) => {
    client = undefined;
    if (closed || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect().then(onReconnect, () => reconnect(Math.min(10_000, waitMs * 2)));
    }, waitMs);
    timer.unref();
  };
  await connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
