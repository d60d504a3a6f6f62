// One open stream: what waits to be judged and sent, in order, and the moment when it is too much.
import { Readable } from 'node:stream';
import type { EventType } from '@lectern/contract/events';
import type { Viewer } from '#kernel/access/viewer.ts';
import type { NumberedEvent } from './event.ts';
import type { FilterEvents } from './sight.ts';

export interface ClientOptions {
  viewer: Viewer;
  types: ReadonlySet<EventType> | undefined;
  filter: FilterEvents;
  toId(number: number): string;
  onClose(): void;
}

export interface EventClient {
  readonly stream: Readable;
  readonly userId: string;
  /** Who it is now: limits may have changed. */
  setViewer(viewer: Viewer): void;
  send(events: readonly NumberedEvent[]): void;
  /** Says that events are missing: everything is to be asked for again. */
  resync(number: number, timestamp: string): void;
  comment(): void;
  end(): void;
}

/** Bytes that wait for a client who does not read, and events that wait to be judged. */
const mostBytes = 1024 * 1024;
const mostWaiting = 5_000;

export function createClient({ viewer, types, filter, toId, onClose }: ClientOptions): EventClient {
  let current = viewer;
  let waiting: NumberedEvent[] = [];
  let isPumping = false;
  const stream = new Readable({ read() {}, highWaterMark: mostBytes });
  stream.once('close', onClose);
  // A broken connection is how streams end.
  stream.on('error', () => {});
  stream.push('retry: 3000\n\n');

  /** What may wait to be judged: another's progress never does. */
  function isWanted({ type, audience, isStandIn }: NumberedEvent): boolean {
    if (audience.kind === 'progress' && audience.userId !== viewer.userId) return false;
    return !types || types.has(type) || type === 'resync' || isStandIn === true;
  }

  function write(text: string): void {
    if (stream.destroyed) return;
    if (stream.readableLength > mostBytes) stream.destroy();
    else stream.push(text);
  }

  const toText = ({ number, type, timestamp, payload }: NumberedEvent): string =>
    `id: ${toId(number)}\nevent: ${type}\ndata: ${JSON.stringify({ type, timestamp, ...payload })}\n\n`;

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    try {
      while (waiting.length > 0 && !stream.destroyed) {
        const events = waiting;
        waiting = [];
        const sent = await filter(current, events);
        write(sent.map(toText).join(''));
      }
    } catch {
      // The database is away: what was to be judged is lost, and the client is to ask again.
      stream.destroy();
    } finally {
      isPumping = false;
    }
  }

  return {
    stream,
    userId: viewer.userId,
    setViewer(next) {
      current = next;
    },
    send(events) {
      const wanted = events.filter(isWanted);
      if (wanted.length === 0) return;
      waiting.push(...wanted);
      if (waiting.length > mostWaiting) stream.destroy();
      else void pump();
    },
    resync(number, timestamp) {
      const audience = { kind: 'everyone' } as const;
      write(toText({ number, type: 'resync', timestamp, payload: {}, audience }));
    },
    comment: () => write(': still here\n\n'),
    end() {
      if (!stream.destroyed) stream.push(null);
    },
  };
}
