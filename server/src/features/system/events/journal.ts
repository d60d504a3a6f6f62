// The last events of this process, for clients that reconnect. Ids are `<number>-<process>`: the number grows, also
// over a restart, and the process shows whether this journal has the events that followed.
import { randomBytes } from 'node:crypto';
import type { Clock } from '#infrastructure/clock.ts';
import type { NumberedEvent, ServerEvent } from './event.ts';

export interface Journal {
  add(event: ServerEvent): NumberedEvent;
  /** The events after the id, or undefined when they are not, or no longer, in this journal. */
  since(id: string): NumberedEvent[] | undefined;
  /** Its text in the stream; generated once for all clients. */
  toText(event: NumberedEvent): string;
  /** Number of the last event. */
  readonly last: number;
}

/** Events in the journal; the contract promises a thousand. */
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
      // In steps: removing the first of a long array each time is slow.
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
