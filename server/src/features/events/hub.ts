// Every open stream of this process: told of what happens, asked now and then who they are, kept awake.
import type { EventType } from '@lectern/contract/events';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { Clock } from '#kernel/clock.ts';
import { Problem } from '#kernel/errors.ts';
import type { Authenticate } from '#kernel/http/request-state.ts';
import { createClient, type EventClient } from './client.ts';
import type { NumberedEvent, ServerEvent } from './event.ts';
import { createJournal } from './journal.ts';
import type { FilterEvents } from './sight.ts';

export interface HubTimes {
  heartbeatMs: number;
  /** How often the credentials behind the streams are looked at. */
  checkMs: number;
}

interface Parts {
  authenticate: Authenticate;
  filter: FilterEvents;
  clock: Clock;
  times: HubTimes;
}

export interface Opening {
  viewer: Viewer;
  /** The credentials, to be looked at again. */
  headers: Parameters<Authenticate>[0]['headers'];
  types: ReadonlySet<EventType> | undefined;
  lastEventId: string | undefined;
}

const mostStreams = 5_000;
const mostOfUser = 20;
/** Less than a client may keep waiting: what is longer ago is asked for again. */
const mostReplayed = 4_000;

export type EventHub = ReturnType<typeof createHub>;

export function createHub({ authenticate, filter, clock, times }: Parts) {
  const journal = createJournal(clock);
  const clients = new Map<EventClient, Opening['headers']>();
  let isClosed = false;

  async function check(): Promise<void> {
    for (const [client, headers] of clients) {
      try {
        const viewer = await authenticate({ headers });
        if (viewer) client.setViewer(viewer);
        else client.end();
      } catch {
        // The database is away: nobody can be asked, and nothing is sent without it.
        client.end();
      }
    }
  }

  let isChecking = false;
  const checking = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    void check().finally(() => {
      isChecking = false;
    });
  }, times.checkMs).unref();
  const beating = setInterval(() => {
    for (const client of clients.keys()) client.comment();
  }, times.heartbeatMs).unref();

  return {
    emit(events: readonly ServerEvent[]): void {
      if (events.length === 0) return;
      const numbered: NumberedEvent[] = events.map((event) => journal.add(event));
      for (const client of clients.keys()) client.send(numbered);
    },

    /** Throws unavailable when there are too many streams, of all or of one user. */
    open({ viewer, headers, types, lastEventId }: Opening): EventClient {
      const own = [...clients.keys()].filter(({ userId }) => userId === viewer.userId).length;
      if (isClosed || clients.size >= mostStreams || own >= mostOfUser) {
        throw new Problem('unavailable', 'There are too many open streams', {
          headers: { 'Retry-After': '30' },
        });
      }
      const client = createClient({
        viewer,
        types,
        filter,
        toId: journal.toId,
        onClose: () => clients.delete(client),
      });
      if (lastEventId !== undefined) {
        const missed = journal.since(lastEventId);
        if (missed && missed.length <= mostReplayed) client.send(missed);
        else client.resync(journal.last, new Date(clock()).toISOString());
      }
      clients.set(client, headers);
      return client;
    },

    get size() {
      return clients.size;
    },

    close(): void {
      isClosed = true;
      clearInterval(checking);
      clearInterval(beating);
      for (const client of clients.keys()) client.end();
    },
  };
}
