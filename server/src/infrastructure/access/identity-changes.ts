// Announces that accounts, sessions or keys have changed, which invalidates cached callers in this process and, over
// the bus, in the others. A process that misses the message reloads them when its cache expires.
import { channel, type EventBus, messagesMissed } from '#infrastructure/events/bus.ts';

/** Accounts, sessions or keys may have changed. */
export const identityChanged = channel<Record<string, never>>('identity.changed');

export class IdentityChanges {
  readonly #events: EventBus;
  #generation = 0;
  readonly #listeners: ((userId: string) => Promise<void>)[] = [];
  readonly #change = () => {
    this.#generation++;
  };

  constructor(events: EventBus) {
    this.#events = events;
    events.subscribe(identityChanged, this.#change);
    events.subscribe(messagesMissed, this.#change);
  }

  /** Increases with every change. */
  get generation(): number {
    return this.#generation;
  }

  /** Call this after every write that may change the identity or permissions of a caller. */
  announce(): void {
    this.#events.publish(identityChanged, {});
  }

  /**
   * Call this in addition to `announce` if a user's permissions or restrictions have changed. Resolves after its
   * listeners.
   */
  async userChanged(userId: string): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener(userId)));
  }

  onUserChanged(listener: (userId: string) => Promise<void>): void {
    this.#listeners.push(listener);
  }
}
