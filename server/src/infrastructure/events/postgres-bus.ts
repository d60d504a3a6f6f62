// The bus of several processes on one PostgreSQL: LISTEN and NOTIFY over a separate connection, which reconnects.
import { toRecord } from '@lectern/contract/records';
import pg from 'pg';
import { newId } from '#infrastructure/ids.ts';
import type { Log } from '#infrastructure/log.ts';
import { type EventBus, LocalBus, messagesMissed } from './bus.ts';
import { Notices } from './notices.ts';

const pgChannel = 'lectern';
/** PostgreSQL limits a message to 8,000 bytes. */
const maxBytes = 7_900;
/** Time for pending messages when the process ends. */
const drainMs = 1_000;
/** The longest time that `flushed` waits. */
const maxMs = 5_000;

interface Options {
  url: string;
  pool: pg.Pool;
  log: Log;
}

export async function createPostgresBus({ url, pool, log }: Options): Promise<EventBus> {
  const origin = newId();
  const missed = JSON.stringify({ origin, name: messagesMissed.name, payload: {} });
  const notices = new Notices({
    // One transaction: its notices arrive in order, and equal ones once.
    async sendAll(texts) {
      await pool.query('select pg_notify($1, text) from unnest($2::text[]) as t(text)', [pgChannel, texts]);
    },
    missed,
    log,
  });
  const bus = new LocalBus(log, {
    send(name, payload) {
      const whole = JSON.stringify({ origin, name, payload });
      const isLong = Buffer.byteLength(whole) > maxBytes;
      if (isLong) log.warn({ channel: name }, 'a message is too long for other processes');
      // Notifies that a message was missed.
      notices.send(isLong ? missed : whole);
    },
    flushed: () => notices.sent(maxMs),
    async close() {
      await notices.drain(drainMs);
      await connection.close();
    },
  });
  const onMessage = (text: string) => {
    const message = toRecord(JSON.parse(text));
    if (message.origin !== origin) bus.receive(String(message.name), message.payload);
  };
  const onReconnect = () => bus.receive(messagesMissed.name, {});
  const connection = await listen({ url, log, onMessage, onReconnect });
  return bus;
}

interface ListenOptions {
  url: string;
  log: Log;
  onMessage(text: string): void;
  /** Called after a reconnection. */
  onReconnect(): void;
}

/** Keeps a listening connection; reconnects after a break, with up to ten seconds between attempts. */
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
