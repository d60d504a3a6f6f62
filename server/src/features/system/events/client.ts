// One open stream: what waits to be judged and sent, in order, and the moment when it is too much. Events wait as they
// are, shared by all clients; they are judged and written when there is room for them.
import { Readable } from 'node:stream';
import type { EventType } from '@lectern/contract/values';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { NumberedEvent } from './event.ts';
import type { FilterEvents } from './visibility.ts';

/** Events in the words of a client; nothing for those that it has no word for. */
export type ToText = (events: readonly NumberedEvent[], viewer: Viewer) => string | Promise<string>;

export interface ClientOptions {
  viewer: Viewer;
  types: ReadonlySet<EventType> | undefined;
  filter: FilterEvents;
  /** What the client is sent of events that it may see. */
  toText: ToText;
  /** The stream is over; may be called more than once. */
  onClose(): void;
}

export interface EventClient {
  readonly stream: Readable;
  /** Who it is, as far as is known. */
  readonly viewer: Viewer;
  setViewer(viewer: Viewer): void;
  send(events: readonly NumberedEvent[]): void;
  /** Writes what is no event of ours, unless the client is behind anyway. */
  writeComment(text: string): void;
  /** Says that events are missing: everything is to be asked for again. */
  resync(number: number, timestamp: string): void;
  /** A sign of life, unless bytes wait anyway; drops a client that has taken none of them for a while. */
  beat(): void;
  end(): void;
}

/** Bytes that wait for a client who does not read, events that wait for room, and events judged at once. */
const maxBytes = 16 * 1024;
const maxWaiting = 5_000;
const judgedAtOnce = 200;
/** Signs of life without a byte taken. */
const maxIdleBeats = 3;
/** What was written before the end has so long to be read. */
const endMs = 500;

const isOfBooks = (type: EventType): boolean => /^(?:book|series)_/.test(type);

export function createClient({ viewer, types, filter, toText, onClose }: ClientOptions): EventClient {
  let current = viewer;
  let waiting: NumberedEvent[] = [];
  let isPumping = false;
  let hasCapacity = true;
  let isEnded = false;
  let writtenBytes = 0;
  let takenBytes = 0;
  let idleBeats = 0;
  const takesPlaceholders = !types || [...types].some(isOfBooks);
  const stream = new Readable({
    highWaterMark: maxBytes,
    read() {
      hasCapacity = true;
      void pump();
    },
  });
  stream.once('close', onClose);
  // A broken connection is how streams end.
  stream.on('error', () => {});
  write('retry: 3000\n\n');

  const isOver = () => isEnded || stream.destroyed;

  function write(text: string): void {
    const bytes = Buffer.from(text);
    writtenBytes += bytes.length;
    hasCapacity = stream.push(bytes);
  }

  /** What may wait to be judged: what is for one user alone never does for another. */
  function isWanted({ type, audience, isPlaceholder }: NumberedEvent): boolean {
    const isOfOne = audience.kind === 'progress' || audience.kind === 'user';
    if (isOfOne && audience.userId !== viewer.userId) return false;
    if (!types || type === 'resync' || types.has(type)) return true;
    return isPlaceholder === true && takesPlaceholders;
  }

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      while (waiting.length > 0 && hasCapacity && !isOver()) {
        const sent = await filter(current, waiting.splice(0, judgedAtOnce));
        if (sent.length === 0) continue;
        const text = await toText(sent, current);
        if (text !== '' && !isOver()) write(text);
      }
    } catch {
      // The database is away: what was to be judged is lost, and the client is to ask again.
      stream.destroy();
    } finally {
      isPumping = false;
    }
  }

  function send(events: readonly NumberedEvent[]): void {
    if (isOver()) return;
    const wanted = events.filter(isWanted);
    if (wanted.length === 0) return;
    waiting.push(...wanted);
    if (waiting.length > maxWaiting) stream.destroy();
    else void pump();
  }

  return {
    stream,
    get viewer() {
      return current;
    },
    setViewer(next) {
      current = next;
    },
    send,
    writeComment(text) {
      if (!isOver() && hasCapacity && waiting.length === 0) write(text);
    },
    resync: (number, timestamp) =>
      send([{ number, type: 'resync', timestamp, payload: {}, audience: { kind: 'everyone' } }]),
    beat() {
      if (isOver()) return;
      const taken = writtenBytes - stream.readableLength;
      const isStuck = stream.readableLength > 0 && taken === takenBytes;
      idleBeats = isStuck ? idleBeats + 1 : 0;
      takenBytes = taken;
      if (idleBeats >= maxIdleBeats) stream.destroy();
      else if (stream.readableLength === 0) write(': still here\n\n');
    },
    end() {
      if (isOver()) return;
      isEnded = true;
      waiting = [];
      stream.push(null);
      // Nobody may be reading: then it would never be over.
      setTimeout(() => stream.destroy(), endMs).unref();
      onClose();
    },
  };
}
