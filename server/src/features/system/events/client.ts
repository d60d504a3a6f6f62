// An open stream: a bounded queue of events in order. Waiting events are shared by all clients; they are filtered and
// written when the stream has capacity.
import { Readable } from 'node:stream';
import type { EventType } from '@lectern/contract/system/event-types';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { NumberedEvent } from './event.ts';
import type { FilterEvents } from './visibility.ts';

/** Formats events for a protocol. Returns an empty string for unknown events. */
export type ToText = (events: readonly NumberedEvent[], viewer: Viewer) => string | Promise<string>;

export interface ClientOptions {
  viewer: Viewer;
  types: ReadonlySet<EventType> | undefined;
  filter: FilterEvents;
  toText: ToText;
  /** The stream has ended. May be called more than once. */
  onClose(): void;
}

/**
 * Limits: bytes buffered for a client that does not read, events waiting for capacity, and events filtered together.
 */
const maxBytes = 16 * 1024;
const maxWaiting = 5_000;
const filteredAtOnce = 200;
/** Number of heartbeats without any bytes read by the client. */
const maxIdleBeats = 3;
/** Time for the client to read the remaining data before the end. */
const endMs = 500;

const isOfBooks = (type: EventType): boolean => /^(?:book|series)_/.test(type);

export class EventClient {
  readonly stream: Readable;
  /** The result of the last verification. */
  viewer: Viewer;
  readonly #options: ClientOptions;
  readonly #takesPlaceholders: boolean;
  #waiting: NumberedEvent[] = [];
  #isPumping = false;
  #hasCapacity = true;
  #isEnded = false;
  #writtenBytes = 0;
  #takenBytes = 0;
  #idleBeats = 0;

  constructor(options: ClientOptions) {
    const { viewer, types, onClose } = options;
    this.viewer = viewer;
    this.#options = options;
    this.#takesPlaceholders = !types || [...types].some(isOfBooks);
    this.stream = new Readable({
      highWaterMark: maxBytes,
      read: () => {
        this.#hasCapacity = true;
        void this.#pump();
      },
    });
    this.stream.once('close', onClose);
    // Streams usually end with a broken connection.
    this.stream.on('error', () => {});
    this.#write('retry: 3000\n\n');
  }

  send(events: readonly NumberedEvent[]): void {
    if (this.#isOver()) return;
    const wanted = events.filter((event) => this.#isWanted(event));
    if (wanted.length === 0) return;
    this.#waiting.push(...wanted);
    if (this.#waiting.length > maxWaiting) this.stream.destroy();
    else void this.#pump();
  }

  /** Writes a comment (a line that is not an event), unless the client is behind. */
  writeComment(text: string): void {
    if (!this.#isOver() && this.#hasCapacity && this.#waiting.length === 0) this.#write(text);
  }

  /** Reports that events were missed, so that the client has to load everything again. */
  resync(number: number, timestamp: string): void {
    this.send([{ number, type: 'resync', timestamp, payload: {}, audience: { kind: 'everyone' } }]);
  }

  /** Writes a heartbeat, unless bytes are waiting. Closes the stream if the client has read nothing for a while. */
  beat(): void {
    if (this.#isOver()) return;
    const { readableLength } = this.stream;
    const taken = this.#writtenBytes - readableLength;
    const isStuck = readableLength > 0 && taken === this.#takenBytes;
    this.#idleBeats = isStuck ? this.#idleBeats + 1 : 0;
    this.#takenBytes = taken;
    if (this.#idleBeats >= maxIdleBeats) this.stream.destroy();
    else if (readableLength === 0) this.#write(': still here\n\n');
  }

  end(): void {
    if (this.#isOver()) return;
    this.#isEnded = true;
    this.#waiting = [];
    this.stream.push(null);
    // A stream that the client does not read would never close.
    setTimeout(() => this.stream.destroy(), endMs).unref();
    this.#options.onClose();
  }

  #isOver(): boolean {
    return this.#isEnded || this.stream.destroyed;
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    this.#writtenBytes += bytes.length;
    this.#hasCapacity = this.stream.push(bytes);
  }

  /** Returns whether an event has to be filtered for this client. Events of other users never concern it. */
  #isWanted({ type, audience, isPlaceholder }: NumberedEvent): boolean {
    const { types } = this.#options;
    const isOfOne = audience.kind === 'progress' || audience.kind === 'user';
    if (isOfOne && audience.userId !== this.viewer.userId) return false;
    if (!types || type === 'resync' || types.has(type)) return true;
    return isPlaceholder === true && this.#takesPlaceholders;
  }

  async #pump(): Promise<void> {
    const { filter, toText } = this.#options;
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      while (this.#waiting.length > 0 && this.#hasCapacity && !this.#isOver()) {
        const sent = await filter(this.viewer, this.#waiting.splice(0, filteredAtOnce));
        if (sent.length === 0) continue;
        const text = await toText(sent, this.viewer);
        if (text !== '' && !this.#isOver()) this.#write(text);
      }
    } catch {
      // The database is unavailable: these events are lost, and the client reconnects and loads everything again.
      this.stream.destroy();
    } finally {
      this.#isPumping = false;
    }
  }
}
