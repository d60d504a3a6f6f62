// The last events of this process, for clients that reconnect. Ids are `<number>-<process>`: the number increases, also
// across restarts, and the process identifies the journal that contains the following events.
import { randomBytes } from 'node:crypto';
import type { Clock } from '#infrastructure/clock.ts';
import type { NumberedEvent, ServerEvent } from './event.ts';

/** Number of events in the journal; the contract guarantees a thousand. */
const kept = 5_000;

export class Journal {
  readonly #clock: Clock;
  readonly #process = randomBytes(6).toString('base64url');
  readonly #events: NumberedEvent[] = [];
  #last: number;
  readonly #first: number;
  readonly #texts = new WeakMap<NumberedEvent, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#last = clock() * 1_000;
    this.#first = this.#last;
  }

  add(event: ServerEvent): NumberedEvent {
    this.#last += 1;
    const numbered = { ...event, number: this.#last, timestamp: new Date(this.#clock()).toISOString() };
    this.#events.push(numbered);
    // Trimmed in steps, because removing the first element of a long array each time is slow.
    if (this.#events.length > kept + 500) this.#events.splice(0, this.#events.length - kept);
    return numbered;
  }

  /** Returns the events after the id, or undefined if this journal does not contain them or no longer does. */
  since(id: string): NumberedEvent[] | undefined {
    const [, digits, name] = /^(\d{1,16})-([\w-]{1,20})$/.exec(id) ?? [];
    const number = Number(digits);
    const oldest = this.#events[0]?.number ?? this.#last + 1;
    const isKnown =
      name === this.#process && number >= this.#first && number <= this.#last && number >= oldest - 1;
    return isKnown ? this.#events.filter((event) => event.number > number) : undefined;
  }

  /** The event in stream format, generated once for all clients. */
  toText(event: NumberedEvent): string {
    const known = this.#texts.get(event);
    if (known !== undefined) return known;
    const { number, type, timestamp, payload } = event;
    const data = JSON.stringify({ type, timestamp, ...payload });
    const text = `id: ${number}-${this.#process}\nevent: ${type}\ndata: ${data}\n\n`;
    this.#texts.set(event, text);
    return text;
  }

  /** Number of the last event. */
  get last(): number {
    return this.#last;
  }
}
