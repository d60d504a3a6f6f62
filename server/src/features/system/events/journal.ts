// The last events of this process, for clients that reconnect. Ids are `<number>-<process>`: the number increases, also
// across restarts, and the process identifies the journal that contains the following events.
import { randomBytes } from 'node:crypto';
import type { Clock } from '#infrastructure/clock.ts';
import type { NumberedEvent, ServerEvent } from './event.ts';

export interface Journal {
  add(event: ServerEvent): NumberedEvent;
  /** Returns the events after the id, or undefined if this journal does not contain them or no longer does. */
  since(id: string): NumberedEvent[] | undefined;
  /** The event in stream format, generated once for all clients. */
  toText(event: NumberedEvent): string;
  /** Number of the last event. */
  readonly last: number;
}

/** Number of events in the journal; the contract guarantees a thousand. */
const kept = 5_000;

export function createJournal(clock: Clock): Journal {
  const process = randomBytes(6).toString('base64url');
  const events: NumberedEvent[] = [];
  let last = clock() * 1_000;
  const first = last;
  const texts = new WeakMap<NumberedEvent, string>();
  return {
    add(event) {
      last += 1;
      const numbered = { ...event, number: last, timestamp: new Date(clock()).toISOString() };
      events.push(numbered);
      // Trimmed in steps, because removing the first element of a long array each time is slow.
      if (events.length > kept + 500) events.splice(0, events.length - kept);
      return numbered;
    },
    since(id) {
      const [, digits, name] = /^(\d{1,16})-([\w-]{1,20})$/.exec(id) ?? [];
      const number = Number(digits);
      const oldest = events[0]?.number ?? last + 1;
      const isKnown = name === process && number >= first && number <= last && number >= oldest - 1;
      return isKnown ? events.filter((event) => event.number > number) : undefined;
    },
    toText(event) {
      const known = texts.get(event);
      if (known !== undefined) return known;
      const { number, type, timestamp, payload } = event;
      const data = JSON.stringify({ type, timestamp, ...payload });
      const text = `id: ${number}-${process}\nevent: ${type}\ndata: ${data}\n\n`;
      texts.set(event, text);
      return text;
    },
    get last() {
      return last;
    },
  };
}
