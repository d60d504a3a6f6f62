// Every open stream of this process: told of what happens, asked who they are when that may have changed and now and
// then, kept awake.
import { maxStreams, maxStreamsOfAccount } from '@lectern/contract/events';
import type { EventType } from '@lectern/contract/values';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import { createClient, type EventClient, type ToText } from './client.ts';
import type { NumberedEvent, ServerEvent } from './event.ts';
import { createJournal } from './journal.ts';
import { type FilterEvents, toLimits } from './visibility.ts';

export interface HubTimes {
  heartbeatMs: number;
  /** How often the credentials behind the streams are looked at, besides when something is said to have changed. */
  checkMs: number;
}

interface Dependencies {
  filter: FilterEvents;
  clock: Clock;
  times: HubTimes;
}

export interface Opening {
  viewer: Viewer;
  /** Looks at the credentials again. */
  verify(): Promise<Viewer | undefined> | Viewer | undefined;
  types: ReadonlySet<EventType> | undefined;
  lastEventId: string | undefined;
  /** Other words for the events, for clients of another protocol. */
  toText?: ToText;
}

/** Less than a client may keep waiting: what is longer ago is asked for again. */
const maxReplayed = 4_000;
/** Streams whose credentials are looked at together. */
const checkedAtOnce = 20;
/** Many changes of accounts in a row are looked at together. */
const soonMs = 50;

export function createHub({ filter, clock, times }: Dependencies) {
  const journal = createJournal(clock);
  const toOwnText: ToText = (events) => events.map(journal.toText).join('');
  const clients = new Map<EventClient, Opening['verify']>();
  const countOf = new Map<string, number>();
  let isClosed = false;
  let isHeard = false;

  const resync = (client: EventClient) => client.resync(journal.last, new Date(clock()).toISOString());

  async function checkOne(client: EventClient, prove: Opening['verify']): Promise<void> {
    try {
      const viewer = await prove();
      if (!viewer || hasLost(client.viewer, viewer)) return client.end();
      const isSame = viewer === client.viewer || toLimits(viewer) === toLimits(client.viewer);
      client.setViewer(viewer);
      // What was hidden is not any more, or the other way round.
      if (!isSame) resync(client);
    } catch {
      // The database is away: nobody can be asked, and nothing is sent without it.
      client.end();
    }
  }

  let isChecking = false;
  let isRepeated = false;
  async function checkAll(): Promise<void> {
    do {
      isRepeated = false;
      const all = [...clients];
      for (let i = 0; i < all.length && !isClosed; i += checkedAtOnce)
        await Promise.all(all.slice(i, i + checkedAtOnce).map((one) => checkOne(...one)));
    } while (isRepeated && !isClosed);
  }
  const check = () => {
    isRepeated = true;
    if (isChecking) return;
    isChecking = true;
    void checkAll().finally(() => {
      isChecking = false;
    });
  };
  let soon: NodeJS.Timeout | undefined;
  const checks = setInterval(check, times.checkMs).unref();
  const beats = setInterval(() => {
    for (const client of clients.keys()) client.beat();
  }, times.heartbeatMs).unref();

  const count = (userId: string, step: 1 | -1) => {
    const left = (countOf.get(userId) ?? 0) + step;
    if (left > 0) countOf.set(userId, left);
    else countOf.delete(userId);
  };

  return {
    emit(events: readonly ServerEvent[]): void {
      // An id that was never given out is never asked for.
      if (events.length === 0 || !isHeard) return;
      const numbered: NumberedEvent[] = events.map((event) => journal.add(event));
      for (const client of clients.keys()) client.send(numbered);
    },

    /** Throws unavailable when there are too many streams, of all or of one user. */
    open({ viewer, verify: prove, types, lastEventId, toText = toOwnText }: Opening): EventClient {
      const own = countOf.get(viewer.userId) ?? 0;
      isHeard = true;
      if (isClosed || clients.size >= maxStreams || own >= maxStreamsOfAccount) {
        throw new Problem('unavailable', reason('streams_full'), {
          headers: { 'Retry-After': '30' },
        });
      }
      const client = createClient({
        viewer,
        types,
        filter,
        toText,
        onClose() {
          if (clients.delete(client)) count(viewer.userId, -1);
        },
      });
      if (lastEventId !== undefined) {
        const missed = journal.since(lastEventId);
        if (missed && missed.length <= maxReplayed) client.send(missed);
        else resync(client);
      }
      clients.set(client, prove);
      count(viewer.userId, 1);
      return client;
    },

    /** Accounts, sessions or keys have changed: who holds a stream is asked again. */
    checkSoon(): void {
      soon ??= setTimeout(() => {
        soon = undefined;
        check();
      }, soonMs).unref();
    },

    /** Whether there was ever a stream. */
    get isHeard() {
      return isHeard;
    },

    get size() {
      return clients.size;
    },

    close(): void {
      isClosed = true;
      clearInterval(checks);
      clearInterval(beats);
      clearTimeout(soon);
      for (const client of clients.keys()) client.end();
    },
  };
}

/** A right was taken away: the stream ends, as if it had been opened with more than it may have. */
const hasLost = (before: Viewer, now: Viewer): boolean =>
  before !== now && [...before.permissions].some((permission) => !now.permissions.has(permission));
