// Messages between modules: delivered immediately in this process, and with PostgreSQL also to the other processes.
import type { Log } from '#infrastructure/log.ts';

/** Called with published messages; must not throw and should be quick. */
type Listener<T> = (payload: T) => void;

/** A named kind of message with its payload's type, which must survive JSON. */
export interface Channel<T> {
  name: string;
  /** Only carries the type. */
  readonly payload?: T;
}

export const channel = <T>(name: string): Channel<T> => ({ name });

/** Messages of other processes may have been missed, so that caches that depend on them are invalid. */
export const messagesMissed = channel<Record<string, never>>('bus.missed');

export interface EventBus {
  publish<T>(channel: Channel<T>, payload: T): void;
  /** Returns the function that ends the subscription. */
  subscribe<T>(channel: Channel<T>, listener: Listener<T>): () => void;
  /** Resolves when all messages so far were sent to other processes, or cannot be sent at the moment. */
  flushed(): Promise<void>;
  close(): Promise<void>;
}

/** Carries messages to other processes and back. */
export interface Transport {
  send(name: string, payload: unknown): void;
  flushed(): Promise<void>;
  close(): Promise<void>;
}

export class LocalBus implements EventBus {
  readonly #log: Log;
  readonly #transport: Transport | undefined;
  readonly #listeners = new Map<string, Set<Listener<never>>>();

  constructor(log: Log, transport?: Transport) {
    this.#log = log;
    this.#transport = transport;
  }

  /** Delivers a message of another process. */
  receive(name: string, payload: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        listener(payload as never);
      } catch (err) {
        this.#log.error({ err, channel: name }, 'a listener failed');
      }
    }
  }

  publish<T>(to: Channel<T>, payload: T): void {
    this.receive(to.name, payload);
    this.#transport?.send(to.name, payload);
  }

  subscribe<T>(to: Channel<T>, listener: Listener<T>): () => void {
    const set = this.#listeners.get(to.name) ?? new Set();
    this.#listeners.set(to.name, set.add(listener as Listener<never>));
    return () => set.delete(listener as Listener<never>);
  }

  async flushed(): Promise<void> {
    await this.#transport?.flushed();
  }

  async close(): Promise<void> {
    await this.#transport?.close();
  }
}
