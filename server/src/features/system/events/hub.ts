// The open streams of this process: sends them events and heartbeats, and verifies their credentials regularly and when
// they may have changed.
import type { EventType } from '@lectern/contract/system/event-types';
import { maxStreams, maxStreamsOfAccount } from '@lectern/contract/system/events';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { chunks } from '#infrastructure/chunks.ts';
import type { Clock } from '#infrastructure/clock.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import { EventClient, type ToText } from './client.ts';
import type { NumberedEvent, ServerEvent } from './event.ts';
import { Journal } from './journal.ts';
import { type FilterEvents, toLimits } from './visibility.ts';

export interface HubTimes {
  heartbeatMs: number;
  /** How often the credentials of streams are verified, in addition to reported changes. */
  checkMs: number;
}

export interface Opening {
  viewer: Viewer;
  /** Verifies the credentials again. */
  verify(): Promise<Viewer | undefined> | Viewer | undefined;
  types: ReadonlySet<EventType> | undefined;
  lastEventId: string | undefined;
  /** The format of another protocol. */
  toText?: ToText;
}

/** Fewer than the events that may wait for a client. Beyond it, the client loads everything again. */
const maxReplayed = 4_000;
/** Number of streams verified together. */
const checkedAtOnce = 20;
/** Changes of accounts within this time are verified together. */
const soonMs = 50;

export class EventHub {
  readonly #filter: FilterEvents;
  readonly #clock: Clock;
  readonly #journal: Journal;
  readonly #clients = new Map<EventClient, Opening['verify']>();
  readonly #countOf = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[];
  #wasOpened = false;
  #isClosed = false;
  #isChecking = false;
  #isCheckAgain = false;
  #nextCheck: NodeJS.Timeout | undefined;

  constructor(filter: FilterEvents, clock: Clock, times: HubTimes) {
    this.#filter = filter;
    this.#clock = clock;
    this.#journal = new Journal(clock);
    const beat = () => {
      for (const client of this.#clients.keys()) client.beat();
    };
    this.#timers = [
      setInterval(() => this.#check(), times.checkMs).unref(),
      setInterval(beat, times.heartbeatMs).unref(),
    ];
  }

  emit(events: readonly ServerEvent[]): void {
    // While no stream was ever open, no client has an event id to continue from.
    if (events.length === 0 || !this.#wasOpened) return;
    const numbered: NumberedEvent[] = events.map((event) => this.#journal.add(event));
    for (const client of this.#clients.keys()) client.send(numbered);
  }

  /** Throws unavailable if there are too many streams, in total or of one user. */
  open({ viewer, verify, types, lastEventId, toText }: Opening): EventClient {
    const own = this.#countOf.get(viewer.userId) ?? 0;
    this.#wasOpened = true;
    if (this.#isClosed || this.#clients.size >= maxStreams || own >= maxStreamsOfAccount)
      throw new Problem('unavailable', reason('streams_full'), {
        headers: { 'Retry-After': '30' },
      });
    const client = new EventClient({
      viewer,
      types,
      filter: this.#filter,
      toText: toText ?? ((events) => events.map((event) => this.#journal.toText(event)).join('')),
      onClose: () => {
        if (this.#clients.delete(client)) this.#count(viewer.userId, -1);
      },
    });
    if (lastEventId !== undefined) {
      const missed = this.#journal.since(lastEventId);
      if (missed && missed.length <= maxReplayed) client.send(missed);
      else this.#resync(client);
    }
    this.#clients.set(client, verify);
    this.#count(viewer.userId, 1);
    return client;
  }

  /** Accounts, sessions or keys have changed: verifies the credentials of all streams again. */
  checkSoon(): void {
    this.#nextCheck ??= setTimeout(() => {
      this.#nextCheck = undefined;
      this.#check();
    }, soonMs).unref();
  }

  /** Whether a stream was ever open. */
  get wasOpened(): boolean {
    return this.#wasOpened;
  }

  get size(): number {
    return this.#clients.size;
  }

  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#nextCheck);
    for (const client of this.#clients.keys()) client.end();
  }

  #resync(client: EventClient): void {
    client.resync(this.#journal.last, new Date(this.#clock()).toISOString());
  }

  #count(userId: string, step: 1 | -1): void {
    const left = (this.#countOf.get(userId) ?? 0) + step;
    if (left > 0) this.#countOf.set(userId, left);
    else this.#countOf.delete(userId);
  }

  #check(): void {
    this.#isCheckAgain = true;
    if (this.#isChecking) return;
    this.#isChecking = true;
    void this.#checkAll().finally(() => {
      this.#isChecking = false;
    });
  }

  async #checkAll(): Promise<void> {
    do {
      this.#isCheckAgain = false;
      for (const part of chunks([...this.#clients], checkedAtOnce)) {
        if (this.#isClosed) return;
        await Promise.all(part.map(([client, verify]) => this.#checkOne(client, verify)));
      }
    } while (this.#isCheckAgain && !this.#isClosed);
  }

  async #checkOne(client: EventClient, verify: Opening['verify']): Promise<void> {
    try {
      const viewer = await verify();
      if (!viewer || hasLost(client.viewer, viewer)) return client.end();
      const isSame = viewer === client.viewer || toLimits(viewer) === toLimits(client.viewer);
      client.viewer = viewer;
      // The visibility of items has changed.
      if (!isSame) this.#resync(client);
    } catch {
      // The database is unavailable, so credentials cannot be verified, and nothing is sent to an unverified client.
      client.end();
    }
  }
}

/** Returns whether a permission was removed. The stream then ends, because a new one would have fewer permissions. */
const hasLost = (before: Viewer, now: Viewer): boolean =>
  before !== now && [...before.permissions].some((permission) => !now.permissions.has(permission));
